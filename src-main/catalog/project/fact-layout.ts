import { type Allergen, type Basic, basics } from '../../../src-shared/catalog/model.ts'

/**
 * The packed facts of an item: words of 32 bits, in the byte order of the machine's own (every machine this runs on is
 * little-endian). The first word is the item's number, so that many can be read joined.
 */
export const fact = {
  item: 0,
  /** Numbers of `item_value`; 0 for none. */
  brand: 1,
  manufacturer: 2,
  /** Of the whole list of the item's categories. */
  categories: 3,
  /** Number of the kind of package, and of the status << 16. */
  packageAndStatus: 4,
  /** A bit for each of `basics` that is missing, and of `allergens` << 16. */
  missingAndAllergens: 5,
  /** A bit for each view by its number, the last for all others, and the number of pictures << 24. */
  viewsAndPictures: 6,
  /** Tenths of a kilocalorie in 100 g or ml (`unknownEnergy` where that is not known), and completeness << 16. */
  energyAndCompleteness: 7,
  /** Grams or millilitres of net content as the bits of a 32-bit float; 0 where not known. */
  size: 8,
  /** Seconds since the epoch. */
  updated: 9,
  /** The first twelve bytes of the folded name, the first byte highest. */
  name: 10,
  /** The first GTIN of 14 digits: its first seven, its last seven. */
  gtin: 13,
} as const
export const factWords = 15

export const unknownEnergy = 0xffff
export const lastView = 23

/** Facts are counted as changed by ranges of so many items. */
export const rangeBits = 12
export const rangeLength = 1 << rangeBits

/** A record of these has all the basics. */
export const basicBits = Object.fromEntries(basics.map(({ id }, bit) => [id, 1 << bit])) as Record<
  Basic,
  number
>

/** The words that name each allergen in ingredients and warnings. */
export const allergenWords: Record<Allergen, string> = {
  gluten:
    'gluten wheat rye barley oats oat spelt weizen roggen gerste hafer dinkel blé seigle orge avoine épeautre trigo centeno cebada avena',
  crustaceans:
    'crustaceans crustacean shrimp shrimps prawn prawns crab lobster krebstiere garnelen crustacés crevettes crustáceos',
  eggs: 'egg eggs ei eier eigelb vollei œuf œufs oeuf oeufs huevo huevos',
  fish: 'fish salmon tuna cod anchovy anchovies fisch lachs thunfisch poisson saumon thon pescado atún',
  peanuts: 'peanut peanuts erdnuss erdnüsse arachide arachides cacahuète cacahuètes cacahuete cacahuetes',
  soy: 'soy soya soybean soybeans soja sojabohnen',
  milk: 'milk butter cream cheese whey casein lactose yogurt yoghurt milch butterfett sahne rahm käse molke milchpulver vollmilchpulver magermilchpulver molkenpulver lait beurre crème fromage lactosérum leche mantequilla nata queso',
  nuts: 'almond almonds hazelnut hazelnuts walnut walnuts cashew cashews pecan pecans pistachio pistachios macadamia nuts mandeln haselnüsse haselnuss walnüsse nüsse amandes noisettes noix almendras avellanas nueces',
  celery: 'celery celeriac sellerie céleri apio',
  mustard: 'mustard senf moutarde mostaza',
  sesame: 'sesame tahini sesam sésame sésamo',
  sulphites: 'sulphite sulphites sulfite sulfites sulfiten sulfitos',
  lupin: 'lupin lupins lupine lupinen altramuces',
  molluscs:
    'molluscs mollusc mussel mussels squid oyster oysters clams weichtiere muscheln mollusques moules moluscos',
}
