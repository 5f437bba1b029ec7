import { useQueries } from '@tanstack/react-query'
import type { DecisionKind, FindingKind, FindingRow } from '../../../src-shared/evidence/model.ts'
import { rpc } from '../../rpc/client.ts'

/** Findings fetched per request. */
const windowSize = 100

/** Which findings are listed. */
export interface FindingsQuery {
  kinds: FindingKind[]
  /** Only findings with this decision. */
  decision: DecisionKind | undefined
  itemId?: string | undefined
}

interface Findings {
  /** Undefined before the first response. */
  total: number | undefined
  /** Number of findings that nobody has decided about. */
  undecided: number
  /** The finding at an index; undefined while it is loading. */
  findingAt: (index: number) => FindingRow | undefined
  /** The index of a finding among the loaded ones; -1 if it is not among them. */
  indexOf: (isWanted: (finding: FindingRow) => boolean) => number
  error: unknown
  retry: () => void
}

/** The findings of a query, of which those from index `first` to `last` are loaded. */
export function useFindings(
  { kinds, decision, itemId }: FindingsQuery,
  first: number,
  last: number,
): Findings {
  const from = Math.floor(Math.max(0, first) / windowSize)
  const to = Math.max(from, Math.floor(Math.max(0, last) / windowSize))
  const windows = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const pages = useQueries({
    queries: windows.map((window) =>
      rpc.evidence.list.queryOptions({
        input: {
          ...{ kinds, offset: window * windowSize, limit: windowSize },
          ...(decision !== undefined && { decision }),
          ...(itemId !== undefined && { itemId }),
        },
        gcTime: 60_000,
      }),
    ),
  })
  const rows = new Map<number, FindingRow>()
  for (const { data } of pages)
    for (const [index, finding] of (data?.findings ?? []).entries())
      rows.set((data?.offset ?? 0) + index, finding)
  const failed = pages.find(({ isError, data }) => isError && !data)
  return {
    total: pages.find(({ data }) => data)?.data?.total,
    undecided: pages.find(({ data }) => data)?.data?.undecided ?? 0,
    findingAt: (index) => rows.get(index),
    indexOf: (isWanted) => [...rows].find(([, finding]) => isWanted(finding))?.[0] ?? -1,
    error: failed?.error,
    retry: () => {
      for (const page of pages) if (page.isError) void page.refetch()
    },
  }
}
