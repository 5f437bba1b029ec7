/** Importing a product file into a catalog, compared with reading and inserting it in plain Node. */
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createGunzip, gzipSync } from 'node:zlib'
import BetterSqlite3 from 'better-sqlite3'
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { startDesk } from '../../support/programs/desk.ts'
import { enter, upload } from '../../support/rpc.ts'
import { realProducts } from '../data/generated-items.ts'
import { atLeast, type Figure, figureOf } from '../figure.ts'
import { inTurn, timed } from '../in-turn.ts'

const products = 18_980

/** Generated products in the format of the real ones, used when the real file is absent. */
function generatedFile(folder: string): string {
  const lines = Array.from({ length: products }, (_, number) => {
    const body = `0400${String(number).padStart(8, '0')}`
    const [name, brand] = [`Oat and honey ${number}`, `House of ${number % 500}`]
    const nutrition = { energy: { value: number % 500, uom: 'KCAL' }, totalFat: { value: 3.5, uom: 'G' } }
    return JSON.stringify({
      gtin: body + checkDigit(body),
      name,
      brand,
      ingredients: 'oats, honey',
      nutrition,
    })
  })
  const file = join(folder, 'products.jsonl.gz')
  writeFileSync(file, gzipSync(lines.join('\n')))
  return file
}

async function plain(file: string, database: string): Promise<void> {
  const db = new BetterSqlite3(database)
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE product (gtin TEXT PRIMARY KEY, name TEXT, brand TEXT, value TEXT NOT NULL)')
  const insert = db.prepare('INSERT OR REPLACE INTO product VALUES (?, ?, ?, ?)')
  db.exec('BEGIN')
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const product = JSON.parse(line) as { gtin: string; name: string; brand: string }
    insert.run(product.gtin, product.name, product.brand, JSON.stringify(product))
  }
  db.exec('COMMIT')
  db.close()
}

async function imported(file: string, directory: string): Promise<number> {
  const desk = await startDesk('--sandbox', '--data', directory)
  try {
    const { calls, pass } = await enter(desk.ui)
    const uploaded = await upload(desk.ui, pass, basename(file), readFileSync(file))
    const started = performance.now()
    const { id } = await calls.imports.start({ file: uploaded, target: 'catalog' })
    for (;;) {
      const { state, rowsRead, note } = await calls.imports.job({ id })
      if (state === 'completed' && rowsRead >= products) return performance.now() - started
      if (state !== 'running') throw new Error(`The import ended ${state} after ${rowsRead}: ${note}`)
      await delay(20)
    }
  } finally {
    await desk.stop()
  }
}

export async function importBench(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'))
  const file = existsSync(realProducts) ? fileURLToPath(realProducts) : generatedFile(folder)
  const rate = (milliseconds: number) => (products * 1000) / milliseconds
  try {
    const turns = await inTurn(
      3,
      async (round) => rate(await imported(file, join(folder, `workspace-${round}`))),
      async (round) => rate(await timed(() => plain(file, join(folder, `plain-${round}.sqlite`)))),
    )
    return [
      figureOf({
        ...{ figure: `importing ${products} products`, unit: 'items/s', ...turns },
        ...{ peer: 'read, parse, insert in plain Node', goal: atLeast('ratio', 0.5) },
      }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
