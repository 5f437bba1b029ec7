/** Where each part of a value stood in the text it was read from: character offsets, kept beside the value. */

class PlacesOfOne {
  readonly #offsets = new Map<string, number>()
  readonly #entries = new Map<string, number[]>()

  /** Key `''` is the element itself. */
  set(key: string, offset: number): void {
    this.#offsets.set(key, offset)
  }
  setEntry(key: string, index: number, offset: number): void {
    const entries = this.#entries.get(key)
    if (entries === undefined) this.#entries.set(key, [offset])
    else entries[index] = offset
  }
  /** The nearest known offset: of the entry, of the member, of the element around it. */
  offset(key: string, index?: number): number | undefined {
    const entry = index === undefined ? undefined : this.#entries.get(key)?.[index]
    return entry ?? this.#offsets.get(key) ?? this.#offsets.get('')
  }
}

export class Places {
  readonly #places = new WeakMap<object, PlacesOfOne>()

  of(owner: object): PlacesOfOne {
    let places = this.#places.get(owner)
    if (places === undefined) {
      places = new PlacesOfOne()
      this.#places.set(owner, places)
    }
    return places
  }
}

/** Turns character offsets into 1-based lines and columns. */
export class Lines {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
  }

  position(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 }
  }
}
