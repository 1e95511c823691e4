import type { Db } from './db.ts'

/**
 * A statement that is built once for a database, and that PostgreSQL plans once a connection: for what is asked at every
 * request. Inside a transaction it is built anew.
 */
export function prepared<Statement>(build: (db: Db) => Statement): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known !== undefined) return known
    const statement = build(db)
    built.set(db, statement)
    return statement
  }
}
