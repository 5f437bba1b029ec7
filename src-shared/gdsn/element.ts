/** Elements of a GDSN message as values, which the rows write and read. */

export interface GdsnElement {
  /** Local name. */
  name: string
  attributes: Readonly<Record<string, string>>
  /** Text of an element without children; '' otherwise. */
  text: string
  children: GdsnElement[]
}

export const gdsnElement = (name: string): GdsnElement => ({ name, attributes: {}, text: '', children: [] })

/** The element at a path below another: the last existing one, or a new one. */
export function elementAt(from: GdsnElement, path: string): GdsnElement {
  let at = from
  for (const name of path.split('/')) {
    let next = at.children.findLast((child) => child.name === name)
    if (next === undefined) {
      next = gdsnElement(name)
      at.children.push(next)
    }
    at = next
  }
  return at
}

/** Appends a new element at the end of a path, after existing ones with the same name. */
export function addElement(
  from: GdsnElement,
  path: string,
  text = '',
  attributes: Readonly<Record<string, string>> = {},
): GdsnElement {
  const names = path.split('/')
  const name = names.pop() ?? ''
  const parent = names.length === 0 ? from : elementAt(from, names.join('/'))
  const added = { name, attributes, text, children: [] }
  parent.children.push(added)
  return added
}

/** A text of a message that no row has read, and that has no place in a record. */
export interface UnmappedText {
  /** Path below the trade item, in the form of {@link shownPath}. */
  path: string
  text: string
}

/** Reads an element and records which of its texts were taken. */
export interface GdsnReading {
  readonly element: GdsnElement
  /** The elements at a path. Nothing is marked as taken. */
  all(path: string): GdsnReading[]
  /** The first text at a path, untrimmed. It is not marked as taken. */
  peek(path: string): string | undefined
  /** Returns the accepted texts at a path and marks them as taken. */
  take(path: string, accepts?: (element: GdsnElement) => boolean): GdsnElement[]
  /** Returns the first accepted text and marks it as taken. */
  takeFirst(path: string, accepts?: (element: GdsnElement) => boolean): GdsnElement | undefined
}

export function readGdsn(root: GdsnElement): GdsnReading & { homeless(): UnmappedText[] } {
  const taken = new Set<GdsnElement>()
  const open = (element: GdsnElement): GdsnReading => {
    const at = (path: string) => elementsAt(element, path)
    const take: GdsnReading['take'] = (path, accepts = () => true) => {
      const found = at(path).filter((one) => one.children.length === 0 && one.text !== '' && accepts(one))
      for (const one of found) taken.add(one)
      return found
    }
    return {
      element,
      all: (path) => at(path).map(open),
      peek: (path) => at(path)[0]?.text,
      take,
      takeFirst(path, accepts) {
        const [first] = at(path).filter((one) => one.text !== '' && (accepts?.(one) ?? true))
        return first && take(path, (one) => one === first)[0]
      },
    }
  }
  return { ...open(root), homeless: () => [...homelessIn(root, [], taken)] }
}

function elementsAt(from: GdsnElement, path: string): GdsnElement[] {
  let found = [from]
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  return found
}

function* homelessIn(
  element: GdsnElement,
  above: readonly string[],
  taken: ReadonlySet<GdsnElement>,
): Generator<UnmappedText> {
  for (const child of element.children) {
    const path = [...above, nameIn(child)]
    if (child.children.length > 0) yield* homelessIn(child, path, taken)
    else if (child.text !== '' && !taken.has(child)) yield { path: shownPath(path), text: child.text }
  }
}

/**
 * The element's name with its nutrient code or language, so that a report shows which nutrient or text has
 * no place in a record.
 */
function nameIn(element: GdsnElement): string {
  const code =
    element.name === 'nutrientDetail' ? elementsAt(element, 'nutrientTypeCode')[0]?.text : undefined
  const qualifier = code ?? element.attributes['languageCode']
  return qualifier === undefined ? element.name : `${element.name} (${qualifier.slice(0, 40)})`
}

/** Omits the two elements around every module, which mean nothing to a person. */
const shownPath = (names: readonly string[]): string =>
  (names[0] === 'tradeItemInformation' && names[1] === 'extension' ? names.slice(2) : names).join('/')
