import { type FeedKind, kinds } from '../../../../src-shared/feeds/kinds/kinds.ts'
import {
  acceptedStatuses,
  type FeedItem,
  type FeedItems,
  noVerdicts,
  type ReportedFeed,
  refusedStatuses,
  type TrailDetail,
  type Verdict,
  verdicts,
} from '../../../../src-shared/feeds/outbox/model.ts'
import {
  type OutboxState,
  outboxStateDescriptions,
  outboxStates,
} from '../../../../src-shared/feeds/outbox/outbox-state.ts'
import type { Problem } from '../../../../src-shared/problem.ts'
import { openCatalogQueries } from '../../../catalog/index.ts'
import { type Database, type FeedCodeRow, type FeedResultRow, windowStart } from '../../../storage/index.ts'
import type { FeedRow } from './feed-row.ts'

interface FeedItemsQuestion {
  /** Identifier of a feed or batch. */
  id: string
  verdict?: Verdict
  offset: number
  limit: number
}

type ItemRow = Pick<FeedCodeRow, 'feed' | 'position' | 'code' | 'title'> &
  Partial<Pick<FeedResultRow, 'ingestion_status' | 'problems'>> & {
    kind: FeedKind
    given: string
    verdict: Verdict
  }

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ')
const statesThatEnd = (end: 'arrived' | 'open'): OutboxState[] =>
  outboxStates.filter((state) => outboxStateDescriptions[state].end === end)

/** Normalized status of result `r`. */
const word = 'upper(trim(r.ingestion_status))'
const verdictSql = `CASE
    WHEN ${word} IN (${quoted(refusedStatuses)}) THEN 'refused'
    WHEN ${word} IN (${quoted(acceptedStatuses)}) THEN 'accepted'
    WHEN f.state IN (${quoted(statesThatEnd('open'))}) AND (r.feed IS NULL OR ${word} = 'INPROGRESS') THEN 'open'
    ELSE 'none' END`
const itemsSql = `feed f JOIN feed_code c ON c.feed = f.id
    LEFT JOIN feed_result r ON r.feed = c.feed AND r.position = c.position
  WHERE f.sequence IN (SELECT sequence FROM feed WHERE batch = @id AND +state <> 'split'
    UNION ALL SELECT sequence FROM feed WHERE id = @id)`

/** Reads the items of a feed or batch with catalog data, those that need attention first. */
export function readFeedItems(db: Database): (question: FeedItemsQuestion) => FeedItems {
  const counts = db.prepare<{ id: string }, { verdict: Verdict; count: number }>(
    `SELECT ${verdictSql} AS verdict, count(*) AS count FROM ${itemsSql} GROUP BY 1`,
  )
  const window = db.prepare<unknown[], ItemRow>(
    `SELECT c.feed, f.kind, c.position, c.code, coalesce(c.given, c.code) AS given, c.title, r.ingestion_status,
       r.problems, ${verdictSql} AS verdict
     FROM ${itemsSql} AND (@verdict IS NULL OR ${verdictSql} = @verdict)
     ORDER BY instr('${verdicts.join()}', ${verdictSql}), f.sequence, c.position LIMIT @limit OFFSET @offset`,
  )
  const { summaryById, summaryByGtin } = openCatalogQueries(db)
  // Deleted drafts are skipped. With max(), SQLite returns the other columns of the newest draft.
  const draftOf = db.prepare<[string, number], { id: string; key: number }>(
    `SELECT id, key FROM (
       SELECT m.draft AS id, m.key AS key, max(draft.created_at) AS newest
       FROM draft_remark m JOIN draft ON draft.id = m.draft AND draft.deleted_at IS NULL
         JOIN draft_item i ON i.draft = m.draft AND i.key = m.key
       WHERE m.feed = ? AND m.position = ?
     ) WHERE newest IS NOT NULL`,
  )

  function itemOf(row: ItemRow): FeedItem {
    const known = kinds[row.kind].payload.isById ? summaryById(row.code) : summaryByGtin(row.code)
    return {
      feed: row.feed,
      position: row.position,
      code: row.given,
      name: row.title || known?.name || '',
      brand: known?.brand ?? '',
      itemId: known?.id,
      verdict: row.verdict,
      status: row.ingestion_status ?? undefined,
      problems: row.problems ? (JSON.parse(row.problems) as Problem[]) : [],
      draft: row.verdict === 'refused' ? draftOf.get(row.feed, row.position) : undefined,
    }
  }

  return ({ id, verdict, offset, limit }) => {
    const all = { ...noVerdicts }
    for (const row of counts.all({ id })) all[row.verdict] = row.count
    const total = verdict === undefined ? verdicts.reduce((sum, one) => sum + all[one], 0) : all[verdict]
    const start = windowStart({ offset, limit }, total)
    const items = window.all({ id, verdict: verdict ?? null, limit, offset: start }).map(itemOf)
    return { total, offset: start, counts: all, items }
  }
}

const noTrail: TrailDetail = {}

type SentRow = Pick<
  FeedRow,
  'id' | 'name' | 'state' | 'posted_by' | 'upstream_feed_id' | 'feed_status' | 'sha256'
> & {
  sent_at: number | null
  detail: string | null
  acknowledged_at: number | null
}

/** Reads the feeds of a batch, or the feed with that identifier, for a report. */
export function readReportedFeeds(db: Database): (id: string) => ReportedFeed[] {
  const feeds = db.prepare<{ id: string }, SentRow>(
    `SELECT f.id, f.name, f.state, f.posted_by, f.upstream_feed_id, f.feed_status, f.sha256, f.sent_at,
       (SELECT detail FROM feed_event e WHERE e.feed = f.id AND event = 'send' ORDER BY e.sequence DESC LIMIT 1) AS detail,
       (SELECT max(at) FROM feed_event e WHERE e.feed = f.id AND event IN ('acknowledge', 'find')) AS acknowledged_at
     FROM feed f WHERE f.sequence IN (SELECT sequence FROM feed WHERE batch = @id AND +state <> 'split'
       UNION ALL SELECT sequence FROM feed WHERE id = @id)
     ORDER BY f.sequence`,
  )
  const moment = (at: number | null) => (at === null ? undefined : new Date(at).toISOString())
  return (id) =>
    feeds.all({ id }).map((row) => {
      const { to, as } = row.detail === null ? noTrail : (JSON.parse(row.detail) as TrailDetail)
      return {
        id: row.id,
        name: row.name,
        state: row.state,
        postedBy: row.posted_by ?? undefined,
        sentAt: moment(row.sent_at),
        ...{ to, as },
        acknowledgedAt: row.upstream_feed_id === null ? undefined : moment(row.acknowledged_at),
        upstreamFeedId: row.upstream_feed_id ?? undefined,
        feedStatus: row.feed_status ?? undefined,
        sha256: row.sha256,
      }
    })
}
