/**
 * The environment of all kinds of killed work: a real sandbox service, and copies of its catalog as initial
 * states.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { keepFrontPictures } from '../../support/front-pictures.ts'
import { desk, type RunningDesk, startDesk } from '../../support/programs/desk.ts'
import { enter, upload } from '../../support/rpc.ts'

export interface Stage {
  folder: string
  sandbox: RunningDesk
  sandboxDirectory: string
  /** Creates a workspace from one of these states. @returns its folder */
  begin(name: string, from: 'connected' | 'synced' | 'fronts-only'): string
  close(): Promise<void>
}

/** A distinct GTIN for each number below ten million. */
export function gtinOf(number: number): string {
  const body = `952${String(number).padStart(9, '0')}`
  return body + checkDigit(body)
}

/** Writes a file of products in an import format. */
export function writeProducts(file: string, from: number, count: number, text: string): void {
  const rows = Array.from({ length: count }, (_row, index) =>
    JSON.stringify({
      gtin: gtinOf(from + index),
      name: `Product ${from + index}`,
      brand: 'Millbrook',
      marketing_description: text,
    }),
  )
  writeFileSync(file, `${rows.join('\n')}\n`)
}

/** Imports a file over rpc and waits for the end. */
async function importInto(sandbox: RunningDesk, file: string): Promise<void> {
  const { calls, pass } = await enter(sandbox.ui)
  const uploaded = await upload(sandbox.ui, pass, 'products.jsonl', readFileSync(file, 'utf8'))
  const { id } = await calls.imports.start({ file: uploaded, target: 'catalog' })
  for (;;) {
    const job = (await calls.imports.jobs()).find((one) => one.id === id)
    if (job?.state === 'completed') return
    if (job?.state !== 'running') throw new Error(`The sandbox took not all products: ${job?.note ?? ''}`)
    await delay(50)
  }
}

export interface StageOptions {
  /** Number of items in addition to those of the sample. */
  items?: number | undefined
  /**
   * Which pictures a copy keeps where the work does not choose them itself. The sample has three times as
   * many pictures as front pictures, and downloading all of them takes most of the time of a sync.
   */
  pictures?: 'all' | 'front' | undefined
}

export async function setStage({ items = 1500, pictures = 'all' }: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  const pathOf = (name: string) => join(folder, name)
  const sandbox = await startDesk('--sandbox', '--sample', '--data', pathOf('sandbox'))
  writeProducts(pathOf('products.jsonl'), 1, items, 'Plain and good. '.repeat(20))
  await importInto(sandbox, pathOf('products.jsonl'))
  const { api, username, password } = sandbox
  await desk('connect', api, '--username', username, '--password', password, '--data', pathOf('connected'))
  cpSync(pathOf('connected'), pathOf('fronts-only'), { recursive: true })
  await keepFrontPictures(pathOf('fronts-only'))
  if (pictures === 'front') {
    rmSync(pathOf('connected'), { recursive: true })
    cpSync(pathOf('fronts-only'), pathOf('connected'), { recursive: true })
  }
  await desk('sync', '--data', pathOf('fronts-only'))
  if (pictures === 'front') cpSync(pathOf('fronts-only'), pathOf('synced'), { recursive: true })
  else {
    cpSync(pathOf('connected'), pathOf('synced'), { recursive: true })
    await desk('sync', '--data', pathOf('synced'))
  }
  let number = 0
  return {
    folder,
    sandbox,
    sandboxDirectory: pathOf('sandbox'),
    begin(name, from) {
      const directory = pathOf(`${name}-${++number}`)
      cpSync(pathOf(from), directory, { recursive: true })
      return directory
    },
    async close() {
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
