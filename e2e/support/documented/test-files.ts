import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'
import { readSource, type SourceFile } from './source-file.ts'

/** Entry points of the suite: tests, journeys, and the configuration and setup files of its tools. */
const entryPoints = [
  '{src-main,src-shared,resources}/**/*.test.ts',
  'e2e/**/*.{test,spec}.ts',
  'e2e/*.config.ts',
  'e2e/support/suite/{test,unit-setup,journeys-setup,property-seed}.ts',
]
const imports = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g
/** Whether only tests use the file. */
const isTestFile = (file: string): boolean =>
  /^e2e\/|\.test\.tsx?$|\/fixtures\/|^src-main\/testing\//.test(file)

const textOf = (file: string): string => readFileSync(join(projectDirectory, file), 'utf8')

/**
 * The files of the suite as paths in the project: tests, and their helpers that are not part of the program.
 */
function suitePaths(): string[] {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file) || !isTestFile(file) || !existsSync(join(projectDirectory, file))) return
    found.add(file)
    for (const [, path = ''] of textOf(file).matchAll(imports))
      add(join(dirname(file), path).replaceAll(sep, '/'))
  }
  for (const file of globSync(entryPoints, { cwd: projectDirectory })) add(file.replaceAll(sep, '/'))
  return [...found].toSorted()
}

/** The files of the suite whose text matches the expression, parsed. */
export const suiteFiles = (concerning: RegExp): SourceFile[] =>
  suitePaths()
    .map((file) => [file, textOf(file)] as const)
    .filter(([, text]) => concerning.test(text))
    .map(([file, text]) => readSource(file, text))
