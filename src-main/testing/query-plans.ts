import type { Database } from '../storage/index.ts'

interface QueryPlan {
  sql: string
  /** SQLite's plan, one line for each step. */
  plan: string
}

/** SQLite's plans for exactly the statements that `open` prepares. */
export function queryPlans(db: Database, open: (db: Database) => unknown): QueryPlan[] {
  const prepared: string[] = []
  const watched = new Proxy(db, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        if (name === 'prepare') prepared.push(String(args[0]))
        return Reflect.apply(member, target, args)
      }
    },
  })
  open(watched)
  return prepared.map((sql) => {
    // The plan does not depend on the value of a parameter.
    const query = sql.replaceAll(/@\w+|\?/g, 'NULL')
    const steps = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`).all()
    return { sql, plan: steps.map(({ detail }) => detail).join('\n') }
  })
}
