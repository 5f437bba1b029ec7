import type { Database } from '../storage/index.ts'

interface QueryPlan {
  sql: string
  /** What SQLite says it will do, one line a step. */
  plan: string
}

/** How SQLite answers every statement that `open` prepares: the statements themselves, not copies of them. */
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
    // What is asked for does not matter to the plan; that it is one value does.
    const asked = sql.replaceAll(/@\w+|\?/g, 'NULL')
    const steps = db.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${asked}`).all()
    return { sql, plan: steps.map(({ detail }) => detail).join('\n') }
  })
}
