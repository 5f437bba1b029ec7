import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '../app/app.ts'
import { itemXml, pageBytes } from '../catalog/fixtures/item-fixture.ts'
import { catalogReader, catalogWriter } from '../catalog/index.ts'
import { acquireProcessLock } from '../storage/index.ts'
import { openServices } from '../testing/headless-services.ts'
import { runAndKill } from '../testing/killed-program.ts'
import type { TaskToKill } from '../testing/program-to-kill.ts'
import { temporaryDirectory } from '../testing/temporary-workspace.ts'

const items = 3000
const directory = temporaryDirectory()
let services: Services

const openAgain = async (): Promise<void> => {
  services = await openServices(directory)
}
const page = (first: number, count: number) =>
  pageBytes(
    Array.from({ length: count }, (_, index) =>
      itemXml({ id: String(first + index), name: `Oat drink number${first + index}`, media: ['A1C1'] }),
    ),
  )
const found = async (text: string): Promise<number> =>
  (await services.storage.reader(catalogReader).searchRows({ text, brandIds: [], manufacturerIds: [] }, 0, 1))
    .total
async function untilRested() {
  for (;;) {
    const state = await services.upkeep.state()
    if (!state.running) return state
    await delay(10)
  }
}

beforeAll(async () => {
  await openAgain()
  await services.storage.writer(catalogWriter).putPage(page(1, items))
})
afterAll(() => services.close())

test('reports the progress of a rebuild, allows other writes meanwhile, and indexes everything', async () => {
  const writer = services.storage.writer(catalogWriter)
  const begun = await services.upkeep.start({ work: 'rebuild' })
  expect(begun.running).toMatchObject({ work: 'rebuild', phase: 'items' })
  await writer.putPage(page(items + 1, 1))
  const during = await services.upkeep.state()
  expect(during.running).toMatchObject({ total: items })
  expect(await found('oat')).toBe(items + 1)
  expect((await untilRested()).lastRebuild).toMatchObject({ state: 'completed', items, damaged: 0 })
  expect(await found('oat')).toBe(items + 1)
})

test('checks database, index and pictures, and reports findings', async () => {
  const phases = new Set<string>()
  const outcome = await services.upkeep.check({ onProgress: ({ phase }) => phases.add(phase) })
  expect(outcome).toMatchObject({ state: 'completed', findings: [] })
  expect([...phases]).toEqual(['database', 'index'])
  await services.upkeep.start({ work: 'check' })
  expect((await untilRested()).lastCheck).toMatchObject({ state: 'completed', findings: [] })
})

test('stops a check or a rebuild, and leaves the catalog complete', async () => {
  await services.upkeep.start({ work: 'check' })
  await services.upkeep.cancel()
  expect((await untilRested()).lastCheck?.state).toBe('cancelled')
  await services.upkeep.start({ work: 'rebuild' })
  const { running, lastRebuild } = await services.upkeep.cancel()
  expect(running).toBeUndefined()
  expect(lastRebuild?.state).toBe('cancelled')
  expect(await services.upkeep.check()).toMatchObject({ findings: [] })
  expect(await found('oat')).toBe(items + 1)
})

test('reports a killed rebuild when the workspace is opened, and resumes it', async () => {
  await services.close()
  const task: TaskToKill = { does: 'rebuild', directory, items: 50 }
  const { lines, killed } = await runAndKill('src-main/testing/program-to-kill.ts', task, 60)
  expect(killed).toBe(true)
  expect(lines).not.toContain('finished')
  const answered = Number(lines.at(-1))
  await openAgain()
  const { running } = await services.upkeep.state()
  expect(running).toMatchObject({ work: 'rebuild', isElsewhere: true, total: items + 1 })
  expect(running?.done).toBeGreaterThanOrEqual(answered)
  expect(running?.done).toBeLessThan(items + 1)
  expect(await found('oat')).toBe(items + 1)
  await services.storage
    .writer(catalogWriter)
    .putPage(pageBytes([itemXml({ id: '1', name: 'Barley drink' })]))
  await services.upkeep.resume()
  expect((await untilRested()).lastRebuild).toMatchObject({ state: 'completed', items: items + 1 })
  expect([await found('oat'), await found('barley')]).toEqual([items, 1])
  expect(await services.upkeep.check()).toMatchObject({ findings: [] })
})

test('resumes a rebuild that was interrupted by closing the workspace', async () => {
  await services.upkeep.start({ work: 'rebuild' })
  await services.close()
  await openAgain()
  expect((await services.upkeep.state()).running).toMatchObject({ work: 'rebuild', isElsewhere: true })
  await services.startBackgroundWork()
  expect((await untilRested()).lastRebuild).toMatchObject({ state: 'completed' })
})

test('reclaims free space, but not while an import runs', async () => {
  const lock = acquireProcessLock(directory, 'import')
  await expect(services.upkeep.start({ work: 'reclaim' })).rejects.toMatchObject({ code: 'BUSY' })
  lock?.release()
  // The index that a rebuild has replaced leaves free pages behind.
  const before = await services.upkeep.space()
  expect(before).toMatchObject({ inSteps: true, free: expect.any(Number) })
  expect(before.free).toBeGreaterThan(0)
  await services.upkeep.start({ work: 'reclaim' })
  const { lastReclaim } = await untilRested()
  expect(lastReclaim).toMatchObject({ state: 'completed', before: before.file })
  expect(lastReclaim?.after).toBeLessThanOrEqual(before.file - before.free)
  expect(await services.upkeep.space()).toMatchObject({ free: 0 })
  expect(await services.upkeep.check()).toMatchObject({ findings: [] })
})
