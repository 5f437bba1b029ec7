import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder for results of trials, below a folder that is not part of the project. */
const results = join(import.meta.dirname, '../../test-results/trials')

/** Writes a result of a trial into its own file. @returns its path */
export function keepResult(trial: string, name: string, contents: Uint8Array | string): string {
  const folder = join(results, trial)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name.replace(/[^\w.-]+/g, '-').slice(0, 120))
  writeFileSync(path, contents)
  return path
}

/** Prints a report as text or JSON, and stores it. */
export function printReport(
  trial: string,
  report: unknown,
  { json, lines }: { json: boolean; lines: string[] },
): void {
  const text = `${JSON.stringify(report, undefined, 2)}\n`
  const path = keepResult(trial, 'report.json', text)
  process.stdout.write(json ? text : `${lines.join('\n')}\nThe whole report: ${path}\n`)
}
