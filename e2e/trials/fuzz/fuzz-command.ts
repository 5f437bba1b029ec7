import { Command } from 'commander'
import { keepResult, printReport } from '../output.ts'
import { anySeed } from '../random.ts'
import { fuzz } from './fuzz.ts'

interface Options {
  minutes: string
  seed?: string
  hangAfter: string
  json: boolean
}

/** `npm run trial -- fuzz`: writes the documents with findings to files. Exits with 1 if there are any. */
export const fuzzCommand = (): Command =>
  new Command('fuzz')
    .description('Documents made and damaged, read by our readers and by libxml2')
    .option('--minutes <minutes>', 'how long', '60')
    .option('--seed <number>', 'a number to repeat a run with; any, when absent')
    .option('--hang-after <milliseconds>', 'when a reader counts as hung', '15000')
    .option('--json', 'the report as JSON', false)
    .action(async ({ minutes, seed, hangAfter, json }: Options) => {
      const print = (line: string) => void process.stderr.write(`${line}\n`)
      const chosen = seed === undefined ? anySeed() : Number(seed)
      print(`Seed ${chosen}`)
      const { findings, ...report } = await fuzz({
        seed: chosen,
        seconds: Number(minutes) * 60,
        hangAfter: Number(hangAfter),
        onFinding({ key, finding }) {
          const file = keepResult('fuzz', `${key}.xml`, finding.document)
          print(`${key}: ${finding.message.slice(0, 200)}\n    ${file}`)
        },
      })
      const kept = findings.map(({ key, name, finding }) => ({
        key,
        message: finding.message,
        bytes: finding.document.byteLength,
        file: keepResult('fuzz', `${key}.xml`, finding.document),
        document: name,
      }))
      const { milliseconds, bytes } = report.worst
      printReport(
        'fuzz',
        { ...report, findings: kept },
        {
          json,
          lines: [
            `${report.documents} documents (${report.wellFormed} well-formed), ${Math.round(report.documentsPerSecond)} a second`,
            `${report.blocks} blocks of code reached, ${report.kept} documents kept for it`,
            `At worst ${Math.round(milliseconds)} ms and ${Math.round(bytes / 1e6)} MB over the document`,
            `${kept.length} findings`,
            ...kept.map(({ key, file }) => `  ${key}\n    ${file}`),
          ],
        },
      )
      if (kept.length > 0) process.exitCode = 1
    })
