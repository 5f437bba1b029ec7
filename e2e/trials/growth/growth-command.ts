import { Command } from 'commander'
import { printReport } from '../output.ts'
import { type Growth, measureGrowth } from './growth.ts'

interface Options {
  size: string
  shape?: string[]
  json: boolean
}

/**
 * `npm run trial -- growth`: exits with 1 if a reader grows faster than the document or exceeds the limits.
 */
export const growthCommand = (): Command =>
  new Command('growth')
    .description('Time and memory of every reader for every construct of XML, at n, 2n and 4n')
    .option('--size <bytes>', 'of the smallest document', '250000')
    .option('--shape <part...>', 'only shapes with this in their name')
    .option('--json', 'the report as JSON', false)
    .action(async ({ size, shape, json }: Options) => {
      const report = (growth: Growth) => void process.stderr.write(`${row(growth)}\n`)
      const growths = await measureGrowth({ size: Number(size), shapes: shape, say: report })
      const troubles = growths.filter(({ trouble }) => trouble !== undefined)
      printReport(
        'growth',
        { size: Number(size), troubles: troubles.length, growths },
        {
          json,
          lines: [
            ...growths.map(row),
            `${growths.length} readings, ${troubles.length} in trouble`,
            ...troubles.map(row),
          ],
        },
      )
      if (troubles.length > 0) process.exitCode = 1
    })

function row({ shape, reader, figures, exponent, trouble }: Growth): string {
  const columns = figures.map(({ milliseconds, megabytes }) =>
    `${milliseconds} ms ${megabytes} MB`.padStart(20),
  )
  return `${shape.padEnd(52)} ${reader.padEnd(24)} ${columns.join('')} ${String(exponent ?? '').padStart(5)}  ${trouble ?? ''}`
}
