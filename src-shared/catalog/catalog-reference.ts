import { allergenChoices } from '../allergens/find-allergens.ts'
import { code, heading, list, type Page, paragraph, table } from '../reference/page.ts'
import { say } from '../texts/say.ts'
import { basics, completenessBands } from './model.ts'
import { aliases, allergenAliases, basicAliases, queryFields } from './query-fields.ts'

const others = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.keys(words)
    .filter((word) => words[word] === name)
    .map(code)
    .join(', ')

/** The reference page about the catalog screen and its query language. */
export const catalogReference = (): Page => ({
  title: say`The catalog and its search`,
  blocks: [
    paragraph(
      'The screen Catalog finds items and shows them: as a table, as pictures, or as a list beside the open item. Search, filters and order stand in the address, so that an address is a search; views, columns and the place are kept with the workspace. Searching works without a network.',
    ),
    heading('Words and codes'),
    list([
      `${code('oat drink')} finds items with all words, in any order; the last word may be a beginning. Case and accents do not count in any script, nor do soft hyphens and full-width forms; \`ß\` is \`ss\`. Words within Chinese, Japanese and Thai text are found too. What stands in names, brands and codes comes before what stands in descriptions.`,
      `${code('"oat drink"')} finds the words as they stand, in names and brands.`,
      `${code('-honey')} leaves out items with the word; a minus stands before fields too: ${code('-missing:image')}.`,
      'A product code alone finds its item, in any usual form: GTIN-8, 12, 13 or 14, UPC-E, with spaces, as `(01)…` or as a GS1 Digital Link. A scanner’s code opens the item whatever has the focus.',
      'Of a word that finds little, one that is one letter away is searched for as well, and the screen says so.',
      'A term that is not understood is left out and named above the list. An export or a draft of such a search is refused, since it would be more than was meant.',
    ]),
    heading('Fields'),
    paragraph(
      'A term with a field is `field:value`; a value with blanks stands in quotes. Numbers and days are compared with `<`, `<=`, `>`, `>=` and `=`.',
    ),
    table(
      ['Field', 'Finds by', 'Example', 'Other words'],
      queryFields.map(({ name, label, example, help }) => [
        code(name),
        `${label}. ${help}`,
        code(example),
        others(aliases, name),
      ]),
    ),
    heading('Basic facts'),
    paragraph(
      `${basics.length} facts that every item should have. Filters, column and ${code('complete')} count them, and ${code('missing')} asks for one. They are not the score of a requirement profile: that takes the whole record and is not kept for a million items. The score by a profile is on the page of an item, in drafts, and for the whole catalog under Quality, which counts it in the background and lists the items behind each figure: by the workspace’s profile, and by any other from Settings, Scores. Three findings of Quality are filters of the catalog (No GTIN and No picture are ${code('missing')}, No longer listed is its switch): their numbers are those of the filters, by the present items.`,
    ),
    table(
      ['Fact', 'In a search', 'Other words'],
      basics.map(({ id, label }) => [label, code(`missing:${id}`), others(basicAliases, id)]),
    ),
    paragraph(`The filter has the bands ${completenessBands.map(({ label }) => label).join(', ')}.`),
    heading('Allergens'),
    paragraph(
      'Found by their words in ingredients and warnings, in a few languages, “may contain” and “free of” included. That none is found does not say that there is none.',
    ),
    table(
      ['Allergen', 'In a search', 'Other words'],
      allergenChoices.map(({ id, label }) => [label, code(`allergen:${id}`), others(allergenAliases, id)]),
    ),
    heading('Categories'),
    paragraph(
      'A category that a record calls “null” or “undefined” is none: it is shown nowhere as a name, and its items are those of “No category” in the filter. What the record says is told on the item’s page, since it may be what is to be mended.',
    ),
    heading('From item to item'),
    paragraph(
      'J opens the next item of the result and K the previous one, from the page of an item and from the list; the keys are chosen under Settings, Keys. The page says “12 of 3,412”. The part of the page that is looked at stays, such as the history. Escape leads back to the list, with the item that was open last in sight.',
    ),
    heading('Copying'),
    paragraph(
      'Each field of the product sheet has a button that copies its value as text; it shows when the pointer is over the field or the keyboard on it. The fields are one stop of Tab, and the arrows lead from field to field. A nutrition panel is copied as a table whose cells stay texts in a spreadsheet.',
    ),
  ],
})
