/**
 * The pages of `resources/reference` that the program shows, and their pictures, as files of the build. Each
 * page is loaded when it is opened.
 */
const pages = import.meta.glob<string>(
  [
    '../../../../resources/reference/*.md',
    '!../../../../resources/reference/{architecture,decisions,design-answers,desktop,develop,first-run,how-to-add,local-api,specification}.md',
  ],
  { query: '?raw', import: 'default' },
)
const pictures = import.meta.glob<string>(
  [
    '../../../../resources/reference/pictures/*.{webp,svg}',
    // Used only by the page about the architecture, which is not included.
    '!../../../../resources/reference/pictures/storage-threads.svg',
  ],
  { query: '?url', import: 'default', eager: true },
)

/** File names of the included pages. */
export const pageFiles: readonly string[] = Object.keys(pages).map((path) => path.split('/').at(-1) ?? path)

/** Loads the Markdown of a page; rejects if there is no such page. */
export async function pageText(file: string): Promise<string> {
  const load = pages[`../../../../resources/reference/${file}`]
  if (!load) throw new Error(`No page ${file}`)
  return load()
}

/**
 * URL of a picture that a page refers to, such as `pictures/sync-light.webp`; undefined if there is none.
 */
export const pictureAddress = (name: string): string | undefined =>
  pictures[`../../../../resources/reference/${name}`]
