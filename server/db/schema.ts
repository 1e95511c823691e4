/** The whole schema, as Drizzle and its migration generator want it: in one module. */
export * from './schema/files.ts'
export * from './schema/notices.ts'
export * from './schema/operations.ts'
export * from './schema/payments.ts'
export * from './schema/people.ts'
export * from './schema/reviewing.ts'
export * from './schema/settings.ts'
export * from './schema/submissions.ts'
