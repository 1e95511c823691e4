import type { Db } from './db.ts'

/** A query that can be kept under a name. */
interface Preparable<Statement> {
  prepare(name: string): Statement
}

/**
 * A statement that is built once for a database, and that PostgreSQL plans once a connection under its name: for what is asked at
 * every request. Inside a transaction it is built anew.
 */
export function prepared<Statement>(
  name: string,
  build: (db: Db) => Preparable<Statement>,
): (db: Db) => Statement {
  const built = new WeakMap<Db, Statement>()
  return (db) => {
    const known = built.get(db)
    if (known !== undefined) return known
    const statement = build(db).prepare(name)
    built.set(db, statement)
    return statement
  }
}
