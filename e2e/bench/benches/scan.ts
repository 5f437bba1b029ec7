/** Scanning a page: locating the items and their indexed fields in the bytes. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser } from 'fast-xml-parser'
import { scanPage } from '../../../src-main/catalog/index.ts'
import { generatePages } from '../data/generated-items.ts'
import { atLeast, type Figure, figureOf, median } from '../figure.ts'
import { inTurn, type Run, timed } from '../in-turn.ts'
import { compiled } from '../peers/c-program.ts'

const pageItems = 1000

export async function scanBench(): Promise<Figure[]> {
  const { value: page } = await generatePages(pageItems, pageItems).next()
  const bytes: Buffer = page ?? Buffer.alloc(0)
  const speed = (milliseconds: number) => bytes.length / 1e3 / milliseconds
  const folder = mkdtempSync(join(tmpdir(), 'scan-bench-'))
  const file = join(folder, 'page.xml')
  writeFileSync(file, bytes)
  const ours: Run = async () => {
    const times: number[] = []
    for (let time = 0; time < 15; time++) times.push(await timed(() => scanPage(bytes)))
    return speed(median(times))
  }
  const program = compiled('xml-parsers', ['expat', 'xml2'], ['libexpat1-dev', 'libxml2-dev'])
  const inC = (parser: string): Run | undefined =>
    program === undefined
      ? undefined
      : () => {
          const output = execFileSync(program, [parser, file, '15'], { encoding: 'utf8' })
          return speed(median(output.trim().split('\n').map(Number)))
        }
  const tree = new XMLParser({ ignoreAttributes: false })
  const missing = program === undefined ? { note: 'no C compiler, or no headers of the library, here' } : {}
  try {
    const beside = (
      peer: string,
      name: string,
      goal: number | undefined,
      turns: Awaited<ReturnType<typeof inTurn>>,
    ) =>
      figureOf({
        figure: `scan a page of ${pageItems}, beside ${name}`,
        unit: 'MB/s',
        peer,
        ...turns,
        ...(goal === undefined ? {} : { goal: atLeast('ratio', goal) }),
        ...(turns.theirs === undefined ? missing : {}),
      })
    return [
      beside('expat in C, with handlers', 'expat', 1.5, await inTurn(9, ours, inC('expat'))),
      beside('libxml2 SAX in C', 'libxml2', undefined, await inTurn(9, ours, inC('libxml2'))),
      beside(
        'fast-xml-parser, whole document',
        'fast-xml-parser',
        25,
        await inTurn(5, ours, async () => speed(await timed(() => tree.parse(bytes)))),
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
