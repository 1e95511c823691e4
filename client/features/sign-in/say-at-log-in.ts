import { navigate } from '#client/navigation/navigate.ts'

/** Goes to the log-in screen, which repeats the sentence. */
export function sayAtLogIn(said: string): void {
  navigate({ to: '/', state: { said } })
}
