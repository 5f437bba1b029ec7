import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalogReader, catalogWriter } from '../../../catalog/index.ts'
import { bundleProgram } from '../../../hosts/launch/bundle.ts'
import { systemClock } from '../../../platform/clock.ts'
import { sampleLookups } from '../../../testing/feed-payloads.ts'
import { killTimeOf } from '../../../testing/killed-program.ts'
import { openTemporaryWorkspace, type TemporaryWorkspace } from '../../../testing/temporary-workspace.ts'
import { createIngestion } from './ingestion.ts'
import { receivedFeedReader } from './received-feed-store.ts'

const program = fileURLToPath(await bundleProgram('src-main/testing/ingest-until-killed.ts'))
const kills = 5

/**
 * Runs the program on the workspace folder, and kills it some milliseconds after its first acknowledgement.
 */
async function runAndKill(directory: string, firstNumber: number, moment: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, directory, String(firstNumber)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child.stdout, 'data')
  await systemClock.sleep(moment)
  child.kill('SIGKILL')
  await once(child, 'close')
  // An incomplete line does not count as an acknowledgement.
  return output.split('\n').slice(0, -1)
}

async function expectNothingLost({ storage }: TemporaryWorkspace, acknowledged: string[]): Promise<void> {
  const ingestion = createIngestion({ storage, clock: systemClock })
  await ingestion.idle()
  await ingestion.close()
  const reader = storage.reader(receivedFeedReader)
  const feeds = await reader.list(100_000)
  const ids = feeds.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(acknowledged))
  expect(new Set(feeds.map(({ state }) => state))).toEqual(new Set(['PROCESSED']))
  const question = { family: 'items' as const, username: 'user', offset: 0, limit: 3 }
  for (const feedId of acknowledged) {
    const report = await reader.report({ ...question, feedId })
    // Processed only once: a second time would have failed because of its own GTIN.
    expect(report?.counters).toMatchObject({ received: 3, succeeded: 3, failed: 0, processing: 0 })
  }
  expect(await storage.reader(catalogReader).counts()).toMatchObject({ items: feeds.length * 3 })
}

test(`${kills} kills while feeds are received lose no acknowledged feed and process none twice`, async () => {
  await using workspace = await openTemporaryWorkspace()
  const catalog = workspace.storage.writer(catalogWriter)
  for (const kind of ['manufacturer', 'brand'] as const)
    await catalog.putLookups(kind, [...sampleLookups[kind]])
  const acknowledged: string[] = []
  for (let time = 0; time < kills; time++) {
    await workspace.storage.close()
    acknowledged.push(...(await runAndKill(workspace.directory, time * 10_000, killTimeOf(time, 380))))
    await workspace.reopen()
    await expectNothingLost(workspace, acknowledged)
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
}, 120_000)
