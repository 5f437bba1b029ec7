/** The stage for all kinds of killed work: a real sandbox service, and copies of its catalog to begin from. */
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
  /** A workspace of its own, begun from one of these. @returns its folder */
  begin(name: string, from: 'connected' | 'synced' | 'fronts-only'): string
  close(): Promise<void>
}

/** A different GTIN for each number below ten million. */
export function gtinOf(number: number): string {
  const body = `952${String(number).padStart(9, '0')}`
  return body + checkDigit(body)
}

/** A file of products as a person would import it. */
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

/** Waits until an import that was started over rpc has ended. */
async function importInto(sandbox: RunningDesk, file: string): Promise<void> {
  const { calls, pass } = await enter(sandbox.ui)
  const taken = await upload(sandbox.ui, pass, 'products.jsonl', readFileSync(file, 'utf8'))
  const { id } = await calls.imports.start({ file: taken, target: 'catalog' })
  for (;;) {
    const job = (await calls.imports.jobs()).find((one) => one.id === id)
    if (job?.state === 'completed') return
    if (job?.state !== 'running') throw new Error(`The sandbox took not all products: ${job?.note ?? ''}`)
    await delay(50)
  }
}

export interface StageOptions {
  /** Beside those of the sample. */
  items?: number | undefined
  /**
   * Which pictures a copy keeps where the work does not choose them itself. The sample has three times as many as
   * fronts, and all of them take most of the time of a sync.
   */
  pictures?: 'all' | 'front' | undefined
}

export async function setStage({ items = 1500, pictures = 'all' }: StageOptions = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'kills-'))
  const at = (name: string) => join(folder, name)
  const sandbox = await startDesk('--sandbox', '--sample', '--data', at('sandbox'))
  writeProducts(at('products.jsonl'), 1, items, 'Plain and good. '.repeat(20))
  await importInto(sandbox, at('products.jsonl'))
  const { api, username, password } = sandbox
  await desk('connect', api, '--username', username, '--password', password, '--data', at('connected'))
  cpSync(at('connected'), at('fronts-only'), { recursive: true })
  await keepFrontPictures(at('fronts-only'))
  if (pictures === 'front') {
    rmSync(at('connected'), { recursive: true })
    cpSync(at('fronts-only'), at('connected'), { recursive: true })
  }
  await desk('sync', '--data', at('fronts-only'))
  if (pictures === 'front') cpSync(at('fronts-only'), at('synced'), { recursive: true })
  else {
    cpSync(at('connected'), at('synced'), { recursive: true })
    await desk('sync', '--data', at('synced'))
  }
  let number = 0
  return {
    folder,
    sandbox,
    sandboxDirectory: at('sandbox'),
    begin(name, from) {
      const directory = at(`${name}-${++number}`)
      cpSync(at(from), directory, { recursive: true })
      return directory
    },
    async close() {
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
