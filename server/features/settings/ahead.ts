import { AppError } from '#server/core/app-error.ts'
import type { Ctx } from '#server/core/ctx.ts'

/** 422, at its fields: somebody chose a moment that has passed. */
export function hasGone(fields: readonly string[]): AppError {
  const message = 'This moment has passed. Choose one that lies ahead.'
  return new AppError(
    'invalid',
    message,
    fields.map((field) => ({ field, message })),
  )
}

/** Refuses 422 a due date that has passed: nobody can keep to it. */
export function assertDueAhead(ctx: Ctx, dueAt: Date | null): void {
  if (dueAt !== null && dueAt <= ctx.now) throw hasGone(['dueAt'])
}
