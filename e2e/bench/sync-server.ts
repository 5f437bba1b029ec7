/** The service that `sync.ts` syncs from: a sandbox with generated items, in a process of its own. */
import { catalogWriter } from '../../src-main/catalog/index.ts'
import { startSandboxService } from '../../src-main/testing/sandbox-service.ts'
import { generatePages } from './generated-items.ts'

/** What it tells its parent when it is ready. */
export interface Served {
  address: string
  username: string
  password: string
}
/** What its parent asks it for: to change one item in a hundred, or how much memory it takes. */
export type Asked = 'change' | 'memory'

const total = Number(process.argv[2])
const sandbox = await startSandboxService()
const catalog = sandbox.storage.writer(catalogWriter)
for await (const page of generatePages(total, 1000)) await catalog.putPage(page)

/** One item in a hundred is changed, and has a moment of its own. */
async function change(): Promise<void> {
  const start = Date.now() - 3_600_000
  let changed = 0
  for await (const page of generatePages(Math.ceil(total / 100), 1000)) {
    const text = page
      .toString()
      .replace(
        /<lastUpdated id="updater">[^<]*/g,
        () => `<lastUpdated id="updater">${new Date(start + changed++).toISOString()}`,
      )
      .replaceAll('<marketingDescription>', '<marketingDescription>Now better: ')
    await catalog.putPage(Buffer.from(text))
  }
}

process.on('message', async (asked: Asked) => {
  if (asked === 'change') await change()
  process.send?.(asked === 'memory' ? process.memoryUsage().rss : 'changed')
})
process.on('disconnect', async () => {
  await sandbox.close()
  process.exit(0)
})
process.send?.({ address: sandbox.address, ...sandbox.credentials } satisfies Served)
