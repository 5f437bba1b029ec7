import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import type { Apart, Remote } from '../storage/index.ts'
import type { Custody } from './custody.ts'
import type { FeedService } from './feed-service.ts'
import type { outboxReader } from './outbox-reader.ts'
import type { OutboxTiming } from './outbox-timing.ts'
import type { outboxWriter } from './outbox-writer.ts'
import type { evidenceFunctions } from './sent-content.ts'

/** What the parts of the outbox share. */
export interface OutboxRoom {
  reader: Remote<ReturnType<typeof outboxReader.open>>
  writer: Remote<ReturnType<typeof outboxWriter.open>>
  upstream: FeedService
  /** Reads what is large of payloads and records, in a thread of its own. */
  evidence: Apart<typeof evidenceFunctions>
  clock: Clock
  log: Logger | undefined
  timing: OutboxTiming
  /** Absent where the service is our own: what it has received is set back with the workspace. */
  custody: Custody | undefined
}
