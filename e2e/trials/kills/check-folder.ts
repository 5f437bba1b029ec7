import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { createServices } from '../../../src-main/app/app.ts'
import { threadBundle } from '../../../src-main/hosts/launch/bundle.ts'
import { servicesConfig } from '../../../src-main/testing/headless-services.ts'

interface CheckedWorkspace {
  items: number
}

/** Opens a workspace after a kill as the app would, and runs `check`. @throws on any finding */
export async function checkFolder(directory: string): Promise<CheckedWorkspace> {
  const services = await createServices({ ...servicesConfig(directory), thread: await threadBundle() })
  try {
    const { findings } = await services.upkeep.check()
    assert.deepEqual(findings, [], `check of ${directory}`)
    return { items: (await services.workspace.state()).items }
  } finally {
    await services.close()
  }
}

/** Checks that the content of every stored picture matches the hash in its name. */
export function checkPictures(directory: string): number {
  const files = globSync(join(directory, 'media/**/*')).filter((file) =>
    /^[0-9a-f]{64}$/.test(basename(file)),
  )
  for (const file of files) {
    const found = createHash('sha256').update(readFileSync(file)).digest('hex')
    assert.equal(found, basename(file), `${file} is incomplete`)
  }
  return files.length
}

/** Queries a workspace's database directly. */
export function query<Row>(directory: string, sql: string): Row[] {
  const db = new BetterSqlite3(join(directory, 'catalog.db'), { readonly: true })
  try {
    return db.prepare<[], Row>(sql).all()
  } finally {
    db.close()
  }
}

export const isWorkspace = (directory: string): boolean => existsSync(join(directory, 'catalog.db'))
