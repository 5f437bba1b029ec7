import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { catalogWriter } from '../../../src-main/catalog/index.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { openStorage } from '../../../src-main/storage/index.ts'
import { migrations } from '../../../src-main/storage/migrations/index.ts'
import { cacheFolder } from './cache.ts'
import { generatePages } from './generated-items.ts'

const pageSize = 1000

/**
 * Copies a workspace of `items` generated items into a folder. The items are the same in each run. They are
 * generated once per database schema and item format, and cached in the user's cache, outside the repository.
 */
export async function prepareWorkspace(directory: string, items: number): Promise<void> {
  const shape = migrations.at(-1)?.number ?? 0
  const { value: sample } = await generatePages(pageSize, pageSize).next()
  const content = createHash('sha256')
    .update(sample ?? '')
    .digest('hex')
    .slice(0, 8)
  const kept = join(cacheFolder(), `items-${items}-${content}-${shape}-${migrations.length}`)
  if (!existsSync(kept)) {
    console.error(`bench: ${items.toLocaleString('en')} items are made, once, in ${kept}`)
    const begun = `${kept}.begun`
    rmSync(begun, { recursive: true, force: true })
    mkdirSync(begun, { recursive: true })
    await addItems(begun, items)
    renameSync(begun, kept)
  }
  cpSync(kept, directory, { recursive: true })
}

/** Adds `items` generated items to the workspace in a folder. */
export async function addItems(directory: string, items: number): Promise<void> {
  const storage = await openStorage({ directory, thread: await threadBundle(), readers: 1 })
  const writer = storage.writer(catalogWriter)
  for await (const page of generatePages(items, pageSize)) await writer.putPage(page)
  await storage.close()
}
