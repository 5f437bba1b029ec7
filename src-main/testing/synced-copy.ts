import BetterSqlite3 from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createSync, type Sync } from '../sync/index.ts'
import type { PictureDownload } from '../sync/sync.ts'
import { createUpstream, type Upstream } from '../upstream/index.ts'
import { type FaultyUpstream, type SeenCall, startFaultyUpstream } from './faulty-upstream.ts'
import { type SandboxService, startSandboxService } from './sandbox-service.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from './temporary-workspace.ts'

/** A run gives up soon, so that tests of it do. */
const timing = { firstRetry: 10, longestRetry: 40, mostFailures: 4 }

/** A service with items, a proxy before it that goes wrong when told to, and, anew for every test, a copy of it. */
export interface SyncedCopy {
  sandbox: SandboxService
  service: FaultyUpstream
  workspace: TemporaryWorkspace
  sync: Sync
  openSync(media?: PictureDownload): Sync
  closeSync(): Promise<void>
  /** Syncs to the end of the run. */
  syncOnce(options?: { full?: boolean }): Promise<{
    state: Awaited<ReturnType<Sync['state']>>
    run: Awaited<ReturnType<Sync['state']>>['history'][number]
  }>
  /** Calls for a page of items so far, the first of a list not counted. */
  pages(): number
  /** The copy is the original, compared item by item, pictures aside: their addresses are signed anew. */
  expectSame(): void
}

/** Whether a call asks for a page of items that is not the first of its list. */
export const isPage = ({ path }: SeenCall): boolean => /\/item\?.*idx=[1-9]/.test(path)

/** Sets one up for the tests of a file, and takes it down after them. */
export function syncedCopy({ items, pageSize }: { items: number; pageSize: number }): SyncedCopy {
  let upstream: Upstream
  // Filled in before the first test.
  const copy = {
    openSync(media) {
      upstream = createUpstream({
        ...copy.sandbox.credentials,
        address: copy.service.address,
        limits: { connect: 500, answer: 600, silence: 600 },
      })
      return createSync({ ...copy.workspace, upstream, timing, pageSize, ...(media && { media }) })
    },
    async closeSync() {
      await copy.sync.close()
      await upstream.close()
    },
    async syncOnce(options = {}) {
      await copy.sync.start(options)
      const state = await copy.sync.finished()
      const [run] = state.history
      if (!run) throw new Error('There is no run')
      return { state, run }
    },
    pages: () => copy.service.calls.filter(isPage).length,
    expectSame() {
      const strip = (rows: string[]) =>
        rows.map((row) => row.replace(/\s*<media>.*?<\/media>|\s*<media\/>/s, ''))
      expect(strip(contents(copy.workspace.storage.path))).toEqual(strip(contents(copy.sandbox.storage.path)))
    },
  } as SyncedCopy

  beforeAll(async () => {
    copy.sandbox = await startSandboxService()
    await copy.sandbox.putItems(1, items + 1)
    copy.service = await startFaultyUpstream(copy.sandbox.address)
  })
  afterAll(async () => {
    await copy.service.close()
    await copy.sandbox.close()
  })
  beforeEach(async () => {
    copy.service.heal()
    copy.service.calls.length = 0
    Object.assign(copy.sandbox.conditions, { maintenance: false, dailyItemLimit: undefined, latency: 0 })
    copy.workspace = await openTemporaryWorkspace()
    copy.sync = copy.openSync()
  })
  afterEach(async () => {
    await copy.closeSync()
    await copy.workspace.close()
  })
  return copy
}

/** Every item of a database: its identifier and its bytes. */
function contents(path: string): string[] {
  const db = new BetterSqlite3(path, { readonly: true })
  try {
    return db
      .prepare<[], string>(
        'SELECT id || cast(body AS TEXT) FROM item JOIN item_document USING (seq) ORDER BY id',
      )
      .pluck()
      .all()
  } finally {
    db.close()
  }
}
