/** A package inside the program. */
export interface IncludedPackage {
  name: string
  version: string
  /** The license as the package names it, usually an SPDX identifier. */
  identifier?: string
  /** The text of its license file. */
  text?: string
}

/** The list of all packages inside the program, made by the build; relative to the folder of the page. */
export const licensesFile = 'assets/licenses.json'

/** A program or library that runs the app, such as Node. */
export interface RunningVersion {
  name: string
  version: string
}
