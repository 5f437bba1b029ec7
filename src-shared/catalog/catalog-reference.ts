import { allergenChoices } from '../allergens/find-allergens.ts'
import { scoreBands } from '../completeness/score-bands.ts'
import { code, heading, list, type Page, paragraph, table } from '../reference/page.ts'
import { say } from '../texts/say.ts'
import { basics } from './model.ts'
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
      'The screen Catalog finds items and shows them as a table, as pictures, or as a list next to the open item. Search, filters and order are part of the address, so you can save or share an address as a search. Views, columns and the scroll position are stored with the workspace. Search works offline.',
    ),
    heading('Words and codes'),
    list([
      `${code('oat drink')} finds items with all words, in any order; the last word may be a prefix. Case and accents are ignored in all scripts, as are soft hyphens and full-width forms; \`ß\` equals \`ss\`. Words inside Chinese, Japanese and Thai text are found too. Matches in names, brands and codes rank before matches in descriptions.`,
      `${code('"oat drink"')} finds the exact phrase, in names and brands.`,
      `${code('-honey')} excludes items with the word; a minus also works before fields: ${code('-missing:image')}.`,
      'A product code alone finds its item, in any usual form: GTIN-8, 12, 13 or 14, UPC-E, with spaces, as `(01)…` or as a GS1 Digital Link. A scanned code opens the item, whichever control has the focus.',
      'If a word has few results, a similar word that differs by one letter is searched for as well, and the screen shows that.',
      'If nothing is found, the screen offers the search with the misspelled words corrected, if that finds an item.',
      'A term that is not understood is ignored and shown above the list. An export or a draft of such a search is refused, because it would include more items than intended.',
    ]),
    heading('Fields'),
    paragraph(
      'A term with a field has the form `field:value`; put a value with spaces in quotes. Compare numbers and days with `<`, `<=`, `>`, `>=` and `=`.',
    ),
    table(
      ['Field', 'Finds by', 'Example', 'Aliases'],
      queryFields.map(({ name, label, example, help }) => [
        code(name),
        `${label}. ${help}`,
        code(example),
        others(aliases, name),
      ]),
    ),
    heading('Completeness'),
    paragraph(
      `The filter, the column and ${code('complete')} use the score of each item by the default requirement profile, which Settings, Scores selects. Quality, the page of an item and a draft show the same score, in percent and rounded down, so that only a complete item has 100 %. The filter has the bands ${scoreBands.map(({ label }) => label).join(', ')}.`,
    ),
    paragraph(
      'The scores are stored and counted in the background: after a change only the changed items, after a change of the profile all of them. Until an item is counted it has no score: the filter lists it as “Not counted yet”, the column is empty, and a draft or an export of a selection by completeness is refused. Items that the profile does not apply to have no score either: with a Content+ profile, those without such content.',
    ),
    heading('Basic facts'),
    paragraph(
      `${basics.length} facts that every item should have. The filter Missing and ${code('missing')} find the items without one of them. Four findings of Quality are also filters of the catalog (No GTIN and No picture are ${code('missing')}, No longer listed is its switch, Contradicted by a picture is its filter by findings): their numbers are those of the filters, for the current items.`,
    ),
    table(
      ['Fact', 'In a search', 'Aliases'],
      basics.map(({ id, label }) => [label, code(`missing:${id}`), others(basicAliases, id)]),
    ),
    heading('Allergens'),
    paragraph(
      'Found by their names in ingredients and warnings, in a few languages, including “may contain” and “free of”. An item without a match may still contain the allergen.',
    ),
    table(
      ['Allergen', 'In a search', 'Aliases'],
      allergenChoices.map(({ id, label }) => [label, code(`allergen:${id}`), others(allergenAliases, id)]),
    ),
    heading('Categories'),
    paragraph(
      'A category named “null” or “undefined” does not count as a category: the name is not shown in lists, and its items are under “No category” in the filter. The item’s page shows the original value, so that it can be fixed.',
    ),
    heading('From item to item'),
    paragraph(
      'J opens the next item of the result and K the previous one, from the page of an item and from the list; you can change the keys under Settings, Keys. The page shows the position, such as “12 of 3,412”. The selected part of the page, such as the history, remains selected. Escape returns to the list and scrolls to the last open item.',
    ),
    heading('Copying'),
    paragraph(
      'Each field of the product sheet has a button that copies its value as text; it appears when the field is hovered or focused. The fields are one tab stop; use the arrow keys to move between them. A nutrition panel is copied as a table whose cells remain text in a spreadsheet.',
    ),
  ],
})
