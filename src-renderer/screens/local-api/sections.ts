/** The parts of the screen, in the order of its navigation. The first is at the screen's own address. */
export const sections = [
  { name: 'overview', label: 'Overview' },
  { name: 'requests', label: 'Requests' },
  { name: 'try', label: 'Try it' },
  { name: 'users', label: 'Users' },
  { name: 'conditions', label: 'Conditions' },
  { name: 'reference', label: 'Reference' },
] as const
export type SectionName = (typeof sections)[number]['name']

/** The address of a part, and of a page within it. */
export function sectionPath(section: SectionName, page?: string): string {
  if (section === 'overview') return '/local-api'
  return page === undefined ? `/local-api/${section}` : `/local-api/${section}/${encodeURIComponent(page)}`
}

/** The part an address names; the overview when it names none that exists. */
export const sectionNamed = (name: string | undefined): SectionName =>
  sections.find((section) => section.name === name)?.name ?? 'overview'
