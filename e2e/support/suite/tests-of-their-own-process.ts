import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { projectDirectory } from '../../../src-main/hosts/launch/build.ts'

/**
 * Matches tests that measure or change their process, or replace a module. This includes measured growth of
 * time, because garbage of other files in the process would be collected during it.
 */
const needsOwnProcess =
  /\bprocess\.(memoryUsage|cpuUsage|threadCpuUsage|resourceUsage|env|chdir|umask|on|once|exitCode|title)\b|\bvi\.(mock|stub\w+|spyOn|useFakeTimers)\b|\bregisterHooks\b|setFlagsFromString|\bgrowthOf\b/

/**
 * The test files on Node, as paths in the project: those that need their own process, and those that leave
 * nothing behind and share one, because loading the program for each file takes longer than most tests. Tests
 * of `e2e` start programs, which takes even longer.
 */
export function testsByProcess(): { own: string[]; shared: string[] } {
  const places = ['{src-main,src-shared,resources}', 'e2e/{bench,support,command-line,trials}']
  const files = globSync(
    places.map((place) => `${place}/**/*.test.ts`),
    { cwd: projectDirectory },
  )
    .map((file) => file.replaceAll(sep, '/'))
    .toSorted()
  const isOwn = (file: string) =>
    file.startsWith('e2e/') || needsOwnProcess.test(readFileSync(join(projectDirectory, file), 'utf8'))
  return { own: files.filter(isOwn), shared: files.filter((file) => !isOwn(file)) }
}
