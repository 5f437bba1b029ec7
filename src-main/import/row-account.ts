import type { LeftReason } from '../../src-shared/import/report.ts'
import type { Account } from './readout.ts'

/** What became of each value of a row, by column. */
export function openRowAccount() {
  const columns = new Map<string, Account>()
  const of = (column: string): Account => {
    const known = columns.get(column)
    if (known) return known
    const account: Account = { kept: 0, changed: [], left: [] }
    columns.set(column, account)
    return account
  }
  /** Takes one value out of those that were kept or changed. @returns what it was in the file */
  const take = (column: string, text: string): string => {
    const account = of(column)
    const at = account.changed.findIndex(({ from, to }) => from === text || to === text)
    if (at < 0 && account.kept > 0) {
      account.kept--
      return text
    }
    const [changed] = account.changed.splice(at < 0 ? account.changed.length - 1 : at, 1)
    return changed?.from ?? text
  }
  return {
    columns,
    add(column: string, { kept, changed, left }: Account): void {
      const account = of(column)
      account.kept += kept
      account.changed.push(...changed)
      account.left.push(...left)
    },
    leave(column: string, code: LeftReason, text: string): void {
      of(column).left.push({ code, text })
    },
    /** A value that was read turned out to have no place. */
    drop(column: string, code: LeftReason, text: string): void {
      const from = take(column, text)
      of(column).left.push({ code, text: from })
    },
    /** A value that was read is written otherwise. */
    change(column: string, from: string, to: string): void {
      if (from === to) return
      of(column).changed.push({ from: take(column, from), to })
    },
  }
}
export type RowAccount = ReturnType<typeof openRowAccount>
