/**
 * The pages of `resources/reference` that the program shows, and their pictures, as files of the build. Each page is
 * loaded when it is opened.
 */
const pages = import.meta.glob<string>(
  [
    '../../../../resources/reference/*.md',
    '!../../../../resources/reference/{architecture,decisions,design-answers,develop,how-to-add,local-api,specification}.md',
  ],
  { query: '?raw', import: 'default' },
)
const pictures = import.meta.glob<string>(
  [
    '../../../../resources/reference/pictures/*.{webp,svg}',
    // Only the page about the architecture shows it.
    '!../../../../resources/reference/pictures/storage-threads.svg',
  ],
  { query: '?url', import: 'default', eager: true },
)

/** The names of the files that can be read. */
export const pageFiles: readonly string[] = Object.keys(pages).map((path) => path.split('/').at(-1) ?? path)

/** @returns the Markdown of a page; rejects when there is no such page */
export async function pageText(file: string): Promise<string> {
  const load = pages[`../../../../resources/reference/${file}`]
  if (!load) throw new Error(`No page ${file}`)
  return load()
}

/** @returns the address of a picture that a page names, such as `pictures/sync-light.webp`, if there is one */
export const pictureAddress = (name: string): string | undefined =>
  pictures[`../../../../resources/reference/${name}`]
