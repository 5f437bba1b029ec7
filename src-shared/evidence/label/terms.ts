/**
 * The words of labels, in English, German, French and Spanish, and the commonest of other languages of Europe.
 * Letters only, folded and without spaces, because reading a picture often loses the spaces.
 */
import { editDistance } from '../../edit-distance.ts'
import type { NutrientName } from '../../nutrition/model.ts'
import { fold } from '../../values/fold.ts'

const nutrients: Partial<Record<NutrientName, readonly string[]>> = {
  energy: [
    ...['energy', 'energyvalue', 'calories', 'calorificvalue', 'energie', 'energiewert', 'brennwert'],
    ...[
      'valeurenergetique',
      'valeursenergetiques',
      'valorenergetico',
      'energia',
      'energi',
      'energiinnehall',
      'energija',
    ],
  ],
  totalFat: [
    ...['fat', 'fats', 'totalfat', 'fett', 'gesamtfett', 'matieresgrasses', 'matieregrasse', 'lipides'],
    ...['graisses', 'grasas', 'grasastotales', 'materiagrasa', 'lipidos', 'grassi', 'gordura', 'lipidos'],
    ...['vet', 'vetten', 'rasva', 'rasvaa', 'fedt', 'masti', 'grasimi'],
  ],
  saturatedFat: [
    ...['saturates', 'saturatedfat', 'saturatedfattyacids', 'satfat', 'gesattigtefettsauren'],
    ...['gesattigtesfett', 'acidesgrassatures', 'graissessaturees', 'agsatures', 'satures', 'saturees'],
    ...['acidosgrasossaturados', 'grasassaturadas', 'saturadas', 'saturados', 'acidigrassisaturi', 'saturi'],
    ...['verzadigd', 'verzadigdevetzuren', 'verzadigdevetten', 'mattatfett', 'mattedefettsyrer'],
    ...['tyydyttynytta', 'tyydyttyneitarasvoja', 'mattedefedtsyrer', 'zasicenemasnekiseline'],
    ...['zasicenemasti', 'acizigrasisaturati', 'grasimisaturate', 'acidosgordossaturados'],
  ],
  monounsaturatedFat: [
    ...['monounsaturates', 'monounsaturatedfat', 'einfachungesattigtefettsauren', 'monoinsaturadas'],
    ...['acidesgrasmonoinsatures', 'monoinsatures', 'grasasmonoinsaturadas', 'monoinsaturi'],
  ],
  polyunsaturatedFat: [
    ...['polyunsaturates', 'polyunsaturatedfat', 'mehrfachungesattigtefettsauren', 'poliinsaturadas'],
    ...['acidesgraspolyinsatures', 'polyinsatures', 'grasaspoliinsaturadas', 'polinsaturi'],
  ],
  transFat: ['transfat', 'transfattyacids', 'transfettsauren', 'acidesgrastrans', 'grasastrans'],
  cholesterol: ['cholesterol', 'cholesterin', 'colesterol'],
  carbohydrates: [
    ...['carbohydrate', 'carbohydrates', 'totalcarbohydrate', 'totalcarbohydrates', 'kohlenhydrate'],
    ...['glucides', 'hydratesdecarbone', 'hidratosdecarbono', 'carbohidratos', 'carboidrati', 'hidratos'],
    ...['koolhydraten', 'kolhydrat', 'kolhydrater', 'karbohydrat', 'karbohydrater', 'hiilihydraatti'],
    ...['hiilihydraatit', 'hiilihydraattia', 'kulhydrat', 'kulhydrater', 'ugljikohidrati', 'glucide'],
  ],
  sugars: [
    ...['sugars', 'sugar', 'totalsugars', 'zucker', 'sucres', 'azucares', 'azucar', 'zuccheri', 'acucares'],
    ...[
      'suikers',
      'suiker',
      'sockerarter',
      'socker',
      'sukkerarter',
      'sokeria',
      'sokereita',
      'seceri',
      'zaharuri',
    ],
  ],
  dietaryFiber: [
    ...['fibre', 'fiber', 'fibres', 'dietaryfiber', 'dietaryfibre', 'ballaststoffe', 'fibresalimentaires'],
    ...['fibra', 'fibraalimentaria', 'fibradietetica', 'fibrealimentari', 'vezels', 'voedingsvezels'],
    ...['voedingsvezel', 'kostfiber', 'ravintokuitu', 'ravintokuitua', 'kostfibre', 'fibras'],
  ],
  protein: [
    ...['protein', 'proteins', 'eiweiss', 'eiweisse', 'proteines', 'proteinas', 'proteina', 'proteine'],
    ...['eiwit', 'eiwitten', 'proteiini', 'proteiinia', 'proteini', 'bjelancevine'],
  ],
  salt: [
    'salt',
    'salz',
    'kochsalz',
    'sel',
    'sal',
    'sale',
    'zout',
    'suola',
    'suolaa',
    'saltequivalent',
    'sol',
    'sare',
  ],
  sodium: ['sodium', 'natrium', 'sodio'],
  potassium: ['potassium', 'kalium', 'potasio'],
  calcium: ['calcium', 'kalzium', 'calcio', 'kalsium'],
  iron: ['iron', 'eisen', 'fer', 'hierro'],
  magnesium: ['magnesium', 'magnesio'],
  zinc: ['zinc', 'zink'],
  vitaminC: ['vitaminc', 'vitaminec', 'vitaminac', 'cvitamiini'],
  vitaminD: ['vitamind', 'vitamined', 'vitaminad', 'dvitamiini'],
  vitaminA: ['vitamina', 'vitaminea', 'vitaminaa'],
  vitaminE: ['vitamine', 'vitaminee', 'vitaminae'],
}

/** Words before a part of another nutrient: `of which saturates`. */
const beginnings = [
  ...['ofwhich', 'davon', 'dont', 'delascuales', 'deloscuales', 'delosque', 'delasque', 'dicui', 'waarvan'],
  ...['dosquais', 'dasquais', 'varav', 'herav', 'hvorav', 'heraf', 'josta', 'hvoraf', 'odkojih', 'dincare'],
]

const nutrientOfTerm = new Map<string, NutrientName>(
  Object.entries(nutrients).flatMap(([name, terms]) =>
    terms.map((term) => [term, name as NutrientName] as const),
  ),
)

/** Shorter words are too similar to each other for misread letters: `fat`, `vet`, `sal`. */
const minMisread = 6
/** Letters from which two and three letters may be misread. */
const [longWord, veryLongWord] = [11, 15]

/** Words between a name and an amount that is an upper limit: `less than 1 g`. */
const boundWords = ['lessthan', 'moinsde', 'menosde', 'wenigerals', 'inferiora', 'menode', 'minderdan']

/** Removes the words of an upper limit from the end of folded letters; undefined if there are none. */
export function beforeBound(letters: string): string | undefined {
  const bound = boundWords.find((word) => letters.endsWith(word))
  return bound === undefined ? undefined : letters.slice(0, -bound.length)
}

/** Folded letters without anything else. */
export const lettersOf = (text: string): string => fold(text).replace(/[^\p{L}]+/gu, '')

/** The nutrient that a text names, alone or in several languages (`Fat / Fett`); up to three letters may be misread. */
export function nutrientNamed(text: string): NutrientName | undefined {
  const parts = [text, ...text.split(/[/|,;:()*+·•-]/)].map(lettersOf).filter((part) => part.length >= 3)
  for (const part of parts) {
    const exact = exactTerm(part) ?? exactTerm(withoutBeginning(part))
    if (exact) return exact
  }
  for (const part of parts) {
    const near = nearTerm(withoutBeginning(part))
    if (near) return near
  }
  return undefined
}

/** The nutrient of a term, in which I may be read as l. */
const exactTerm = (letters: string): NutrientName | undefined =>
  nutrientOfTerm.get(letters) ?? nutrientOfTerm.get(letters.replace(/^l/, 'i'))

function withoutBeginning(letters: string): string {
  const beginning = beginnings.find((one) => letters.startsWith(one))
  return beginning === undefined ? letters : letters.slice(beginning.length)
}

/** Parts of words for unsaturated fat, which differ from those for saturated fat by two letters. */
const unsaturated = /unsat|insat|ungesatt|onverz|omatt|umett/

/** The nutrient of the only nearest term; undefined if terms of two nutrients are equally near. */
function nearTerm(letters: string): NutrientName | undefined {
  if (letters.length < minMisread - 1) return undefined
  const most = letters.length >= veryLongWord ? 3 : letters.length >= longWord ? 2 : 1
  let found: { name: NutrientName; distance: number } | undefined
  let isUnclear = false
  for (const [term, name] of nutrientOfTerm) {
    if (term.length < minMisread || unsaturated.test(term) !== unsaturated.test(letters)) continue
    const distance = editDistance(letters, term, most)
    if (distance > most || (found && distance > found.distance)) continue
    isUnclear = found?.distance === distance && found.name !== name
    found = { name, distance }
  }
  return isUnclear ? undefined : found?.name
}

/** Words for one serving. */
const servingWords = [
  ...[
    'serving',
    'portion',
    'porcion',
    'racion',
    'porzione',
    'portie',
    'portionen',
    'dose',
    'annos',
    'porcao',
  ],
]
export const namesServing = (letters: string): boolean => servingWords.some((word) => letters.includes(word))

/** Words before the net content. */
const netWords = [
  ...['netwt', 'netweight', 'netcontent', 'netcontents', 'poidsnet', 'nettogewicht', 'nettofullmenge'],
  ...['fullmenge', 'pesoneto', 'contenidoneto', 'nettovikt', 'nettoinhoud', 'pesonetto', 'contenunet'],
]
export const namesNetContent = (letters: string): boolean => netWords.some((word) => letters.includes(word))

/** Words that begin a list of ingredients. */
const ingredientsWords = [
  'ingredients',
  'ingredient',
  'zutaten',
  'ingredientes',
  'ingredienti',
  'ingredienten',
  'ingredienser',
  'ainekset',
  'ainesosat',
]
export const beginsIngredients = (letters: string): boolean =>
  ingredientsWords.some((word) => letters.startsWith(word) || editDistance(letters, word, 1) <= 1)
