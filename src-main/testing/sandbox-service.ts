import { createHash } from 'node:crypto'
import BetterSqlite3 from 'better-sqlite3'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { createIngestion } from '../feeds/targets/sandbox/index.ts'
import type { Ingestion } from '../feeds/targets/sandbox/ingestion.ts'
import { createApiServer } from '../local-api/index.ts'
import { noConditions, type ServiceConditions } from '../local-api/server/service-conditions.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Storage } from '../storage/index.ts'
import { sampleLookups } from './feed-payloads.ts'
import { openTemporaryWorkspace } from './temporary-workspace.ts'

interface ReceivedFeed {
  id: string
  kind: string
  idempotencyKey: string | null
  /** The SHA-256 of the received body, hexadecimal. */
  sha256: string
  state: string
}

/** A real sandbox workspace served on loopback: the service for the tests of sync and outbox. */
export interface SandboxService {
  address: string
  credentials: { username: string; password: string }
  /** The conditions of the service; a test changes the members. */
  conditions: ServiceConditions
  storage: Storage
  ingestion: Ingestion
  /**
   * Adds or changes the items from `from` up to but not including `end`. Each has the identifier `number` and
   * its own GTIN.
   */
  putItems(from: number, end: number, options?: ItemOptions): Promise<void>
  itemCount(): Promise<number>
  /** Every feed it has accepted, in order. */
  receivedFeeds(): ReceivedFeed[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface ItemOptions {
  /** Milliseconds since the epoch. Every item gets a different time, one second apart. */
  updatedFrom?: number
  text?: string
}

const day = 24 * 60 * 60 * 1000

export async function startSandboxService(clock: Clock = systemClock): Promise<SandboxService> {
  const workspace = await openTemporaryWorkspace()
  const { storage } = workspace
  const conditions = noConditions()
  const credentials = { username: 'desk', password: 'p@ss wörd' }
  const ingestion = createIngestion({ storage, clock })
  const catalog = storage.writer(catalogWriter)
  for (const kind of ['manufacturer', 'brand', 'distributor', 'retailer'] as const)
    await catalog.putLookups(kind, [...sampleLookups[kind]])
  const server = createApiServer({
    storage,
    feedIntake: ingestion,
    users: () => [credentials],
    mediaKey: Buffer.alloc(32, 7),
    conditions,
    clock,
  })
  const { address } = await server.listen({ port: 0 })
  const close = async () => {
    await server.close()
    await ingestion.close()
    await workspace.close()
  }
  return {
    address,
    credentials,
    conditions,
    storage,
    ingestion,
    async putItems(from, end, { updatedFrom = Date.now() - 30 * day, text = 'plain' } = {}) {
      const items = Array.from({ length: end - from }, (_, index) =>
        itemRecord(from + index, updatedFrom + (from + index) * 1000, text),
      )
      for (let at = 0; at < items.length; at += 500) await catalog.putItems(items.slice(at, at + 500))
    },
    itemCount: async () => (await storage.reader(catalogReader).counts()).items,
    receivedFeeds: () => readReceivedFeeds(storage.path),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const itemRecord = (number: number, updated: number, text: string): Uint8Array =>
  new TextEncoder().encode(
    `<item id="${number}" status="P"><name>Oat flakes ${number}</name><ecommerceDescription>${text}</ecommerceDescription>` +
      `<upcs><upc type="GTIN">${String(number).padStart(14, '0')}</upc></upcs>` +
      `<created id="1">2024-01-01T00:00:00Z</created><lastUpdated id="1">${new Date(updated).toISOString()}</lastUpdated>` +
      `<products><product sequence="1"><description>${text}</description><brand id="b${1 + (number % 2)}">Brand</brand>` +
      `<manufacturer id="m1">Northwind Mills</manufacturer></product></products></item>`,
  )

/** The feeds that the service accepted, read from its database instead of from its answers. */
function readReceivedFeeds(path: string): ReceivedFeed[] {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    return db
      .prepare<[], Omit<ReceivedFeed, 'sha256'> & { body: Buffer }>(
        'SELECT id, kind, idempotency_key AS idempotencyKey, body, state FROM received_feed ORDER BY seq',
      )
      .all()
      .map(({ body, ...feed }) => ({ ...feed, sha256: createHash('sha256').update(body).digest('hex') }))
  } finally {
    db.close()
  }
}
