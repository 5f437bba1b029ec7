/** Findings about the values of a record: what its pictures show of them. */
import { say } from '../texts/say.ts'
import type { Item } from '../vocabulary/elements/item.ts'
import { compareWithLabel, type LabelFinding, type LabelOutcome } from './label/compare-label.ts'
import { readLabel } from './label/read-label.ts'
import type { TurnedBox } from './label/read-text.ts'
import type { Finding, FindingKind, PictureBox, Readings } from './model.ts'

/** A picture whose text was read. */
interface ReadPicture {
  sha256: string
  view: string
  text: Readings['text']
}

const kindOf: Record<Exclude<LabelOutcome, 'not-legible'>, FindingKind> = {
  allergen: 'allergen',
  differs: 'label-differs',
  found: 'label-found',
}

/**
 * One finding for each value of the record that a picture shows, and each allergen that only a label names. A
 * value that one picture confirms differs in no other: that one shows another package, or was misread.
 */
export function labelFindings(item: Item, pictures: readonly ReadPicture[]): Finding[] {
  const findings = new Map<string, Finding>()
  for (const picture of pictures)
    for (const found of compareWithLabel(item, readLabel(picture.text.texts))) {
      const key = found.outcome === 'allergen' ? `${found.path} ${found.label}` : found.path
      const known = findings.get(key)
      if (found.outcome === 'not-legible' || known?.kind === 'label-found') continue
      if (!known || found.outcome === 'found')
        findings.set(key, findingOf(picture, found, kindOf[found.outcome]))
    }
  return [...findings.values()]
}

function findingOf({ sha256, view, text }: ReadPicture, found: LabelFinding, kind: FindingKind): Finding {
  const { path, label, recorded, printed = '', box } = found
  return {
    ...{ kind, sha256, view, message: messageOf(kind, label, recorded, printed) },
    value: { path, label, recorded, printed, box: box ? boxIn(text, box) : wholePicture },
  }
}

function messageOf(kind: FindingKind, label: string, recorded: string, printed: string): string {
  if (kind === 'allergen')
    return say`${label}: the label names this allergen (${printed}), and the ingredients of the record do not.`
  if (kind === 'label-differs') return say`${label}: the label shows ${printed}, the record ${recorded}.`
  return say`${label}: the label agrees with the record.`
}

const wholePicture: PictureBox = { x: 0, y: 0, width: 1, height: 1 }

/** The smallest upright box around a turned one, as fractions of the picture. */
export function boxIn({ width, height }: Readings['text'], box: TurnedBox): PictureBox {
  const [cos, sin] = [Math.abs(Math.cos(box.angle)), Math.abs(Math.sin(box.angle))]
  const [across, down] = [box.width * cos + box.height * sin, box.width * sin + box.height * cos]
  const within = (value: number): number => Math.max(0, Math.min(1, value))
  const [left, top] = [within((box.x - across / 2) / width), within((box.y - down / 2) / height)]
  return {
    x: left,
    y: top,
    width: within((box.x + across / 2) / width) - left,
    height: within((box.y + down / 2) / height) - top,
  }
}
