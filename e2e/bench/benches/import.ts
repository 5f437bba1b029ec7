/** Importing a product file into a catalog, compared with reading and inserting it in plain Node. */
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { createGunzip, gzipSync } from 'node:zlib'
import BetterSqlite3 from 'better-sqlite3'
import { checkDigit } from '../../../src-shared/values/gtin.ts'
import { startDesk } from '../../support/programs/desk.ts'
import { enter, upload } from '../../support/rpc.ts'
import { realProducts } from '../data/generated-items.ts'
import { atLeast, type Figure, figureOf, median, spreadOf } from '../figure.ts'
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

/** Plain comparison of the rows of a file with the stored ones. */
async function plainCheck(file: string, database: string): Promise<number> {
  const db = new BetterSqlite3(database, { readonly: true })
  const stored = db.prepare<[string], string>('SELECT value FROM product WHERE gtin = ?').pluck()
  let unchanged = 0
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    const product = JSON.parse(line) as { gtin: string }
    if (isDeepStrictEqual(JSON.parse(stored.get(product.gtin) ?? 'null'), product)) unchanged++
  }
  db.close()
  return unchanged
}

type Value = string | number | boolean | null | Value[] | { [key: string]: Value }

/** The cells of a product in a table: amounts with their unit, lists in one cell. */
function cellsOf(product: Record<string, Value>, above = '', cells = new Map<string, string>()) {
  for (const [key, value] of Object.entries(product)) {
    const name = above === '' ? key : `${above}.${key}`
    if (typeof value !== 'object' || value === null) cells.set(name, String(value ?? ''))
    else if (Array.isArray(value))
      cells.set(name, value.map((entry) => words(entry)).join(name === 'images' ? ' ' : ' | '))
    else if ('value' in value || 'measure' in value)
      cells.set(name, `${value['value'] ?? value['measure']} ${value['uom'] ?? ''}`.trim())
    else cellsOf(value, name, cells)
  }
  return cells
}
const words = (entry: Value): string => {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return String(entry)
  return String(entry['url'] ?? entry['id'] ?? JSON.stringify(entry))
}

/** The same products as a table. */
async function tableOf(file: string, folder: string): Promise<string> {
  const rows: Map<string, string>[] = []
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) }))
    rows.push(cellsOf(JSON.parse(line)))
  const headings = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const lines = [headings, ...rows.map((row) => headings.map((name) => row.get(name) ?? ''))]
  const table = join(folder, 'products.csv')
  writeFileSync(table, lines.map((cells) => cells.map(quoted).join(',')).join('\n'))
  return table
}

type Calls = Awaited<ReturnType<typeof enter>>['calls']
/** Milliseconds from the start of an import, or of a check (`look`), to its end. */
async function timeImport(
  calls: Calls,
  input: Parameters<Calls['imports']['start']>[0],
  how: 'start' | 'look' = 'start',
): Promise<number> {
  const started = performance.now()
  const { id } = await calls.imports[how](input)
  for (;;) {
    const { state, rowsRead, note } = await calls.imports.job({ id })
    if (state === 'completed' && rowsRead >= products) return performance.now() - started
    if (state !== 'running') throw new Error(`The import ended ${state} after ${rowsRead}: ${note}`)
    await delay(20)
  }
}

/** Imports the products into an empty sandbox, then checks the same file against the full catalog. */
async function imported(file: string, directory: string): Promise<{ imported: number; checked: number }> {
  const desk = await startDesk('--sandbox', '--data', directory)
  try {
    const { calls, pass } = await enter(desk.ui)
    const uploaded = await upload(desk.ui, pass, basename(file), readFileSync(file))
    return {
      imported: await timeImport(calls, { file: uploaded, target: 'catalog' }),
      checked: await timeImport(calls, { file: uploaded, target: 'drafts' }, 'look'),
    }
  } finally {
    await desk.stop()
  }
}

/** Imports a table into drafts, then into the catalog, of an empty sandbox. */
async function importedTable(
  file: string,
  directory: string,
): Promise<{ drafted: number; imported: number }> {
  const desk = await startDesk('--sandbox', '--data', directory)
  try {
    const { calls, pass } = await enter(desk.ui)
    const uploaded = await upload(desk.ui, pass, basename(file), readFileSync(file))
    const table = await timeImport(calls, { file: uploaded, target: 'catalog' })
    return { imported: table, drafted: await timeDrafts(calls, uploaded) }
  } finally {
    await desk.stop()
  }
}

/** Every row becomes a refresh, also the unchanged ones. */
const timeDrafts = (calls: Calls, file: string): Promise<number> =>
  timeImport(calls, { file, target: 'drafts', rowChoices: { unchanged: 'refresh' } })

/** Rows per second of each import and check. */
const minRate = 4600

export async function importBench(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'import-bench-'))
  const file = existsSync(realProducts) ? fileURLToPath(realProducts) : generatedFile(folder)
  const rate = (milliseconds: number) => (products * 1000) / milliseconds
  const checks: number[] = []
  const tables: { drafted: number; imported: number }[] = []
  const plainChecks: number[] = []
  try {
    const table = await tableOf(file, folder)
    const turns = await inTurn(
      3,
      async (round) => {
        const { imported: milliseconds, checked } = await imported(file, join(folder, `workspace-${round}`))
        if (round > 0) checks.push(rate(checked))
        return rate(milliseconds)
      },
      async (round) => {
        const database = join(folder, `plain-${round}.sqlite`)
        const milliseconds = await timed(() => plain(file, database))
        if (round > 0) plainChecks.push(rate(await timed(() => plainCheck(file, database))))
        return rate(milliseconds)
      },
    )
    for (let round = 0; round < 3; round++)
      tables.push(await importedTable(table, join(folder, `table-${round}`)))
    const atLeastRate = { unit: 'items/s', goal: atLeast('ours', minRate) } as const
    return [
      figureOf({
        ...{ figure: `importing ${products} products`, unit: 'items/s', ...turns },
        ...{ peer: 'read, parse, insert in plain Node', goal: atLeast('ratio', 0.5) },
      }),
      figureOf({
        ...{ figure: `checking ${products} products against a full catalog`, ...atLeastRate },
        ...{ ours: median(checks), spread: spreadOf(checks) },
        ...{ peer: 'read, parse, compare in plain Node', theirs: median(plainChecks) },
      }),
      ...(['imported', 'drafted'] as const).map((name) => {
        const rates = tables.map((one) => rate(one[name]))
        const figure =
          name === 'imported' ? 'importing them as CSV' : 'making refresh drafts of them from CSV'
        return figureOf({ figure, ...atLeastRate, ours: median(rates), spread: spreadOf(rates), peer: '' })
      }),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
