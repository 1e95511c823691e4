import { useNavigate } from '@tanstack/react-router'

/** Goes to the log-in screen, which repeats the sentence. */
export function useSaidAtLogIn(): (said: string) => Promise<void> {
  const navigate = useNavigate()
  return (said) => navigate({ to: '/', state: { said } })
}
