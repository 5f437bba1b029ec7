import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { readSource, type SourceFile } from './source-file.ts'

/** What the suite begins with: tests, journeys, and the configurations and set-ups that its tools load. */
const begins = [
  '{src-main,src-shared,resources}/**/*.test.ts',
  'e2e/**/*.{test,spec}.ts',
  'e2e/*.config.ts',
  'e2e/support/suite/{test,unit-setup,journeys-setup,property-seed}.ts',
]
const imports = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
/** What tests use but the program does not. */
const isOfTests = (file: string): boolean =>
  /^e2e\/|\.test\.tsx?$|\/fixtures\/|^src-main\/testing\//.test(file)

const textOf = (file: string): string => readFileSync(join(projectDirectory, file), 'utf8')

/** The files of the suite by their paths in the project: tests, and what they use that is no part of the program. */
function filesOfSuite(): string[] {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file) || !isOfTests(file) || !existsSync(join(projectDirectory, file))) return
    found.add(file)
    for (const [, path = ''] of textOf(file).matchAll(imports))
      add(join(dirname(file), path).replaceAll(sep, '/'))
  }
  for (const file of globSync(begins, { cwd: projectDirectory })) add(file.replaceAll(sep, '/'))
  return [...found].toSorted()
}

/** The files of the suite in whose text the expression matches, parsed. */
export const suiteFiles = (concerning: RegExp): SourceFile[] =>
  filesOfSuite()
    .map((file) => [file, textOf(file)] as const)
    .filter(([, text]) => concerning.test(text))
    .map(([file, text]) => readSource(file, text))
