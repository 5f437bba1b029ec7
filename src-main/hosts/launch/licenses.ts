import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type IncludedPackage, licensesFile } from '../../../src-shared/workspace/about.ts'

/** The list that each build writes of the packages in its own code. */
export const licensesOfBuild = { renderer: licensesFile, main: 'licenses.json' }

/**
 * Combines the packages in the code of a build with those that are installed beside it, those of the style
 * sheet and the fonts, into one list for the page.
 * @param folder the folder of the build, with `main` and `renderer`
 * @param project the folder of `package-lock.json`
 */
export function combineLicenses(folder: string, project: string): void {
  const lists = Object.entries(licensesOfBuild).map(([part, file]) => join(folder, part, file))
  const found = [
    ...lists.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')) as IncludedPackage[]),
    ...installedPackages(project),
    ...styles(project),
    font(project),
  ]
  for (const path of lists) rmSync(path)
  const byName = new Map(found.map((one) => [`${one.name} ${one.version}`, one]))
  const sorted = [...byName.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
  writeFileSync(join(folder, 'renderer', licensesFile), JSON.stringify(sorted))
}

/** The packages that the style sheet imports; the build lists only those of scripts. */
function styles(project: string): IncludedPackage[] {
  const sheet = readFileSync(join(project, 'src-renderer/ui/theme.css'), 'utf8')
  return [...sheet.matchAll(/^@import "((?:@[^/"]+\/)?[^./"][^/"]*)/gm)].map(([, name = '']) =>
    packageIn(join(project, 'node_modules', name)),
  )
}

/** The fonts of PDF files, which come from no package. */
const font = (project: string): IncludedPackage => ({
  name: 'DejaVu fonts',
  version: '2.37',
  text: readFileSync(join(project, 'resources/fonts/LICENSE.txt'), 'utf8').trim(),
})

interface LockedPackage {
  version: string
  dev?: true
  devOptional?: true
}

/** The packages that are shipped as files: the dependencies of `package.json`, and theirs. */
function installedPackages(project: string): IncludedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return Object.entries(packages).flatMap(([path, { dev, devOptional }]) => {
    const folder = join(project, path)
    // Optional packages of other systems are locked, but not installed.
    if (path === '' || dev || devOptional || !existsSync(join(folder, 'package.json'))) return []
    return [packageIn(folder)]
  })
}

function packageIn(folder: string): IncludedPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((file) => /^(?:licen[cs]e|copying)/i.test(file))
  return {
    name,
    version,
    ...(typeof license === 'string' && { identifier: license }),
    ...(file !== undefined && { text: readFileSync(join(folder, file), 'utf8').trim() }),
  }
}
