import { afterAll, beforeAll, expect, test } from 'vitest'
import type { IngestItem } from '../../../../src-shared/vocabulary/elements/ingest.ts'
import { catalogWriter } from '../../../catalog/stores.ts'
import type { Storage } from '../../../storage/index.ts'
import { sampleItem } from '../../../testing/feed-payloads.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { draftReader } from '../store/draft-reader.ts'
import { draftWriter } from '../store/draft-writer.ts'
import { draftChecker } from './drafts-checker.ts'
import { followChecks } from './follow-checks.ts'

let workspace: TemporaryWorkspace
beforeAll(async () => {
  workspace = await openTemporaryWorkspace()
})
afterAll(() => workspace.close())

type Calls = Record<string, (...given: unknown[]) => Promise<unknown>>
/** A storage that runs a function after each call of the given methods. */
function withFollowUps(storage: Storage, after: Record<string, () => unknown>): Storage {
  const followed = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name: string) {
        const call = (target as Calls)[name]
        const more = after[name]
        if (!call || !more) return call
        return async (...given: unknown[]) => {
          const answer = await call(...given)
          await more()
          return answer
        }
      },
    })
  return {
    ...storage,
    reader: (...given) => followed(storage.reader(...given)),
    writer: (...given) => followed(storage.writer(...given)),
  }
}

const writer = () => workspace.storage.writer(draftWriter)
async function begin(item: IngestItem): Promise<string> {
  const { id } = await writer().create({ id: crypto.randomUUID(), kind: 'create', name: 'Oats' }, [
    { value: item },
  ])
  return id
}

test('repeats a check if the catalog changes while it runs', async () => {
  const catalog = workspace.storage.writer(catalogWriter)
  await catalog.putLookups('manufacturer', [{ id: 'm2', name: 'Other' }])
  const id = await begin(sampleItem(1))
  const [checkStarted, unchecked, resume] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const storage = withFollowUps(workspace.storage, {
    async checkItems() {
      checkStarted?.resolve()
      await resume?.promise
    },
    uncheck: () => unchecked?.resolve(),
  })
  const checks = followChecks(storage)
  checks.soon(id)
  await checkStarted?.promise
  await catalog.putLookups('manufacturer', [{ id: 'm1', name: 'Northwind Mills' }])
  const done = checks.now(id)
  await unchecked?.promise
  resume?.resolve()
  await done
  const item = await workspace.storage.reader(draftReader).item(id, 1)
  expect(item).toMatchObject({ isChecked: true })
  expect(item?.problems.map(({ code }) => code)).not.toContain('MANUFACTURER_UNKNOWN')
  checks.close()
})

test('drops a check result if the items were unchecked or the feed kind changed meanwhile', async () => {
  const id = await begin(sampleItem(2))
  const check = async () => (await workspace.storage.reader(draftChecker).checkItems(id, 10)).checked
  const before = await check()
  await writer().uncheck(id)
  expect(await writer().keepChecks(id, before)).toBe(0)
  const again = await check()
  await writer().edit(id, 'Kind', [{ do: 'kind', kind: 'update' }])
  expect(await writer().keepChecks(id, again)).toBe(0)
  expect(await writer().keepChecks(id, await check())).toBe(1)
})
