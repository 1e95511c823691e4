import { z } from 'zod'

/** A body's schema for a form: fields left empty are not sent at all. */
export function sentAlone<Body extends z.ZodType>(body: Body) {
  return z.preprocess(
    (given) => Object.fromEntries(Object.entries(given as object).filter(([, value]) => value !== '')),
    body,
  )
}
