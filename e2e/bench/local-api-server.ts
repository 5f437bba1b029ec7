/**
 * A sandbox workspace with its local API, in a process of its own, for `local-api-load.ts` and `large-answer.ts`: a
 * folder, a number of items and, if they are to be larger than they are, characters to add to each as arguments. Says
 * where it is in one line of JSON; each line it is sent is answered with its memory (`MemoryReading`).
 */

import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServices } from '../../src-main/app/app.ts'
import { catalogWriter } from '../../src-main/catalog/index.ts'
import { threadBundle } from '../../src-main/hosts/launch/bundle.ts'
import { createLog } from '../../src-main/platform/log.ts'
import { generatePages } from './generated-items.ts'
import { readMemory, watchWorkers } from './memory-reading.ts'

const [directory = '', items = '0', more = '0'] = process.argv.slice(2)
const workers = watchWorkers()
const services = await createServices({
  directory,
  host: 'headless',
  version: 'bench',
  thread: await threadBundle(),
  resources: fileURLToPath(new URL('../../resources', import.meta.url)),
  log: createLog('error'),
})
await services.workspace.startSandbox({ sample: true })
await services.startBackgroundWork()
const catalog = services.storage.writer(catalogWriter)
const text = `<otherDescription>${'Lorem ipsum. '.repeat(Number(more) / 13)}</otherDescription>`
for await (const page of generatePages(Number(items), 1000))
  await catalog.putPage(
    Number(more) > 0 ? Buffer.from(page.toString().replaceAll('<otherDescription/>', text)) : page,
  )
const { address } = await services.localApi.start(0)
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
say({ address, ...(await services.localApi.credentials()) })
for await (const _ of createInterface({ input: process.stdin }))
  say(await readMemory(workers(), services.storage.path))
await services.close()
