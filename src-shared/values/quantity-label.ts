/** Words before a quantity that announce the content of a package: `Net wt 12 oz`, `Füllmenge: 500 g`. */
import { fold } from './fold.ts'

/** Labels of the content without its package. */
const ofNet = new Set(
  [
    'net,net wt,net weight,net content,net contents,net quantity,net vol,net volume,net qty',
    'netto,nettogewicht,netto gewicht,nettomenge,nettoinhalt,nettofullmenge,nettofuellmenge,netto fullmenge,nennfullmenge,inhalt netto,gewicht netto',
    'poids net,quantite nette,masse nette,contenu net,volume net,contenance nette',
    'peso net,peso neto,contenido neto,cont neto,cantidad neta,volumen neto,masa neta',
    'peso netto,contenuto netto,quantita netta,massa netta,peso liquido,conteudo liquido,peso liq,quantidade liquida',
    'netto inhoud,nettoinhoud,masa netto,waga netto,ilosc netto,nettovikt,nettovaegt,nettovaegt,nettovekt,nettomangd,nettomengde,nettopaino,netto massza,netto tomeg',
    'cista hmotnost,hmotnost netto,cista hmotnost,neto masa,neto kolicina,masa neta,neto tezina,greutate neta,net agirlik,net miktar,netosvars,neto svoris,netokaal',
    'масса нетто,вес нетто,нетто,маса нетто,нето,нето тегло,нето количество,καθαρο βαροσ,καθαρη ποσοτητα,καθαρο περιεχομενο',
    '净含量,淨含量,净重,淨重,正味量,正味,순중량,الوزن الصافي',
  ].flatMap((labels) => labels.split(',')),
)

/** Labels that do not say whether the package is included. */
const ofContent = new Set(
  [
    'e,wt,weight,content,contents,quantity,qty,size,pack size,package size,volume,vol',
    'inhalt,fullmenge,fuellmenge,fullgewicht,fullinhalt,gewicht,menge,grosse,packungsgrosse,packungsinhalt,volumen',
    'contenu,contenance,poids,quantite,taille,cont,contenido,peso,cantidad,contiene,tamano,contenuto,quantita,formato',
    'conteudo,quantidade,inhoud,gewicht,hoeveelheid,zawartosc,waga,pojemnosc,ilosc,masa,innehall,vikt,mangd,indhold,vaegt,maengde',
    'innhold,vekt,mengde,sisalto,paino,obsah,hmotnost,objem,mnozstvi,tartalom,tomeg,continut,greutate,icerik,agirlik,miktar',
    'масса,вес,объем,маса,βαροσ,περιεχομενο,内容量,容量,規格,规格,含量,內容量,내용량,용량,중량',
  ].flatMap((labels) => labels.split(',')),
)

const keyOf = (words: string): string =>
  fold(words)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

/**
 * Words, and what may stand between them and a number. The point of `wt.5 oz` may belong to the word or to the
 * number.
 */
const labelled = /^((?:\p{L}|[. ]){0,39}\p{L}(?:\.(?!\d)|(?![.,])))(?: ?[:=])? ?(?=[\d.,(])/u

/** A quantity, and words after it: `500 g net wt`. */
const labelledAfter = /^([\d.,]{1,12} ?\p{L}{1,12}\.?),? \(?((?:\p{L}|[. ]){3,30})\)?$/u

interface LabelledQuantity {
  /** The text without the label. */
  quantity: string
  /** The label excludes the package. */
  isNet: boolean
}

/** Splits off the label of a quantity; undefined if a text has none, or has other words. */
export function labelledQuantity(text: string): LabelledQuantity | undefined {
  const [, before, after = ''] = labelledAfter.exec(text) ?? []
  if (before !== undefined && ofNet.has(keyOf(after))) return { quantity: before, isNet: true }
  const [all = '', words = ''] = labelled.exec(text) ?? []
  const label = keyOf(words)
  const isNet = ofNet.has(label)
  return isNet || ofContent.has(label) ? { quantity: text.slice(all.length), isNet } : undefined
}
