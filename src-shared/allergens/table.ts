/**
 * The allergens that labels must name, and the words for them in lists of ingredients. Annex II of
 * Regulation (EU) 1169/2011 has fourteen. The law of the United States (FALCPA of 2004, the FASTER Act of
 * 2021) has nine: its wheat is narrower than the cereals of the EU; its crustacean shellfish and tree nuts
 * are the EU's groups.
 */

interface AllergenEntry {
  id: string
  /** The name in the law. */
  label: string
  eu: boolean
  us: boolean
  /** Single words, or phrases of up to four words. Lower case, without accents. */
  words: readonly string[]
  /** Parts of a compound word in German, Dutch and the Nordic languages: `weizen` in `Weizenmehl`. */
  parts: readonly string[]
}

/** Splits comma-separated terms; the words of a term are separated by spaces. */
const terms = (text: string): string[] =>
  text
    .split(',')
    .map((term) => term.trim().replace(/\s+/g, ' '))
    .filter(Boolean)

const entry = (
  id: string,
  label: string,
  law: { eu: boolean; us: boolean },
  words: string,
  parts = '',
): AllergenEntry => ({ id, label, ...law, words: terms(words), parts: terms(parts) })

const both = { eu: true, us: true }
const european = { eu: true, us: false }

export const allergens = [
  entry(
    'cereals',
    'Cereals with gluten',
    european,
    `oat milk, lait d avoine, gluten, rye, barley, oat, oats, oatmeal, malt, triticale, maltextract, malted,
     seigle, orge, avoine, ble dur, orzo, segale, avena, farro, centeno, cebada, centeio, cevada, aveia,
     roggen, gerste, hafer, rogge, gerst, haver, havre, byg, bygg, ohra, ruis, kaura, zyto, jeczmien, owies`,
    'roggen, gersten, hafer, gerstemalz, havermout, havregryn, gluten',
  ),
  entry(
    'wheat',
    'Wheat',
    both,
    `wheat, spelt, kamut, khorasan, durum, semolina, bulgur, couscous, seitan, graham, einkorn, emmer, freekeh,
     ble, froment, epeautre, semoule, frumento, grano tenero, grano duro, semola, trigo, espelta, escanda,
     weizen, dinkel, gruenkern, grunkern, hartweizen, tarwe, vete, hvete, hvede, vehna, pszenica, pszenna, pszenny, psenice, buza`,
    'weizen, dinkel, tarwe, vetemjol, hvetemel, hvedemel, vehnajauho',
  ),
  entry(
    'crustaceans',
    'Crustaceans',
    both,
    `crustacean, crustaceans, shrimp, shrimps, prawn, prawns, crab, lobster, crayfish, crawfish, krill, langoustine, langoustines, scampi,
     crevette, crevettes, crabe, homard, ecrevisse, crostacei, gamberi, gamberetti, granchio, crustaceos, gamba, gambas, camaron,
     camarones, cangrejo, langosta, langostino, langostinos, garnelen, garnele, krebstiere, krebs, hummer, krabben, garnalen, camarao, camaroes, rejer, reker, rakor`,
    'krebstier, garnelen',
  ),
  entry(
    'eggs',
    'Eggs',
    both,
    `egg, eggs, albumen, albumin, ovalbumin, mayonnaise, meringue, egg white, egg yolk,
     oeuf, oeufs, blanc d oeuf, jaune d oeuf, uovo, uova, tuorlo, albume, huevo, huevos, yema, gema de ovo, clara de huevo, ovo, ovos,
     ei, eier, eigelb, eiweiss, eiklar, eipulver, eieren, eigeel, agg, aggula, aeg, muna, jaja, jaj, vejce, tojas`,
    'huhnerei, huehnerei, vollei, eigelb, eipulver, kananmuna, eieren',
  ),
  entry(
    'fish',
    'Fish',
    both,
    `fish, anchovy, anchovies, cod, salmon, tuna, tilapia, pollock, haddock, herring, mackerel, sardine, sardines, trout, halibut, surimi,
     poisson, poissons, anchois, saumon, thon, morue, cabillaud, hareng, maquereau, truite, pesce, acciughe, tonno, salmone, merluzzo,
     pescado, pescados, atun, anchoa, anchoas, bacalao, merluza, caballa, peixe, peixes, atum, bacalhau,
     fisch, lachs, thunfisch, hering, makrele, sardellen, kabeljau, forelle, vis, zalm, tonijn, haring, makreel, fisk, laks, lax, torsk, tonfisk, lohi, ryba, ryby, losos`,
    'thunfisch, fischol, fischoel, visolie',
  ),
  entry(
    'peanuts',
    'Peanuts',
    both,
    `peanut butter, beurre de cacahuete, mantequilla de cacahuete, mantequilla de mani, manteiga de amendoim, peanut, peanuts, groundnut, groundnuts, arachis,
     arachide, arachides, cacahuete, cacahuetes, cacahuate, arachidi, mani, amendoim, amendoins,
     erdnuss, erdnusse, erdnuesse, pinda, pindas, jordnot, jordnotter, peanotter, jordnod, maapahkina, maapahkinat, orzeszki ziemne, arasidy, foldimogyoro`,
    'erdnuss, erdnuess, pindakaas, pindanoot, jordnot',
  ),
  entry(
    'soybeans',
    'Soybeans',
    both,
    `soy milk, soya milk, soymilk, soy nuts, bean curd, lait de soja, latte di soia, leche de soja, soy, soya, soybean, soybeans, soyabean, soyabeans, tofu, tempeh, okara, edamame, miso, tamari, shoyu, textured vegetable protein,
     soja, graines de soja, soia, lecitina di soia, sojabohnen, sojabohne, sojabonen, sojaboon, soijaa, soija, sojovy, sojove, sojova, szoja`,
    'sojalecit, sojabohn, sojaprotein, sojaol, sojaoel, sojamehl, sojaeiw, sojabon, sojasauce, sojasaus',
  ),
  entry(
    'milk',
    'Milk',
    both,
    `milk, cream, butter, buttermilk, butterfat, cheese, cheddar, mozzarella, parmesan, ricotta, feta, whey, casein, caseinate, caseinates,
     sodium caseinate, calcium caseinate, lactose, lactalbumin, yogurt, yoghurt, ghee, kefir, custard, curd, milkfat, half and half, romano, provolone, gouda, swiss cheese,
     lait, creme, beurre, fromage, petit lait, lactoserum, caseine, babeurre, yaourt, latte, panna, burro, formaggio, siero di latte, caseina, lattosio,
     leche, nata, mantequilla, queso, suero de leche, suero lacteo, lactosa, caseinato, leite, manteiga, queijo, soro de leite, creme de leite,
     milch, sahne, rahm, kase, kaese, molke, quark, joghurt, laktose, milchzucker, melk, slagroom, boter, kaas, wei, weipoeder, karnemelk,
     mjolk, gradde, smor, ost, vassle, melkepulver, flode, maelk, maito, kerma, voi, juusto, hera, mleko, mleka, maslo, serwatka, smietana, tej`,
    'magermilch, vollmilch, milchpulver, molken, sussmolke, suessmolke, butterreinfett, sahnepulver, kasepulver, kaesepulver, magere melk, melkpoeder, melkeiwit, mjolkpulver, skummet',
  ),
  entry(
    'treenuts',
    'Tree nuts',
    both,
    `almond milk, cashew milk, nut milk, almond butter, nut butter, cashew butter, pine nuts, pine nut, lait d amande, latte di mandorla, leche de almendras, nuts, tree nuts, almond, almonds, hazelnut, hazelnuts, walnut, walnuts, cashew, cashews, pecan, pecans, brazil nut, brazil nuts, pistachio,
     pistachios, macadamia, macadamias, filbert, filberts, praline, marzipan, gianduja, nougat,
     amande, amandes, noisette, noisettes, noix, noix de cajou, pistache, pistaches, mandorla, mandorle, nocciola, nocciole, noci, anacardi, pistacchi, pistacchio,
     almendra, almendras, avellana, avellanas, nuez, nueces, anacardo, anacardos, pistacho, pistachos, amendoa, amendoas, avela, avelas, noz, nozes, caju,
     mandel, mandeln, haselnuss, haselnusse, haselnuesse, walnuss, walnusse, walnuesse, cashewkerne, pistazien, nusse, nuesse, schalenfruchte, pekannusse,
     amandelen, amandel, hazelnoot, hazelnoten, walnoten, noten, cashewnoten, pistachenoten, mandlar, hasselnotter, valnotter, hasselnodder, mandler, mantelit, manteli, hasselpahkina, orzechy, migdaly`,
    'haselnuss, haselnuess, walnuss, walnuess, mandelm, mandelk, cashewk, pistazien, hazelnoot, hazelnoten, amandel, hasselnot',
  ),
  entry(
    'celery',
    'Celery',
    european,
    'celery, celeriac, celeri, sedano, apio, aipo, sellerie, knollensellerie, selderij, knolselderij, selleri, seler',
    'sellerie, selderij',
  ),
  entry(
    'mustard',
    'Mustard',
    european,
    'mustard, moutarde, senape, mostaza, mostarda, senf, senfsaat, senfkorner, mosterd, mosterdzaad, senap, sennep, sinappi, gorczyca, musztarda',
    'senfsaat, senfmehl, senfkorn, mosterd',
  ),
  entry(
    'sesame',
    'Sesame',
    both,
    'sesame, tahini, tahina, benne, sesamo, graines de sesame, ajonjoli, gergelim, sesam, sesamsaat, sesamzaad, sesamfro, seesami, sezam',
    'sesam',
  ),
  entry(
    'sulphites',
    'Sulphur dioxide and sulphites',
    european,
    `sulphite, sulphites, sulfite, sulfites, sulphur dioxide, sulfur dioxide, sodium bisulfite, sodium metabisulfite, potassium metabisulfite, sodium sulfite, metabisulphite, metabisulfite, bisulfite,
     e220, e221, e222, e223, e224, e226, e227, e228, sulfiti, solfiti, anidride solforosa, anhydride sulfureux, sulfitos, dioxido de azufre, sulfit, sulfite, schwefeldioxid, sulfiet, sulfieten, zwaveldioxide, svaveldioxid, sulfitt, sulfiitti`,
    'metabisulfit, disulfit, schwefeldioxid',
  ),
  entry(
    'lupin',
    'Lupin',
    european,
    'lupin, lupine, lupins, lupini, lupino, altramuz, altramuces, tremoco, lupinen, lupinenmehl, lupinmehl',
    'lupinen',
  ),
  entry(
    'molluscs',
    'Molluscs',
    european,
    `mollusc, molluscs, mollusk, mollusks, clam, clams, oyster, oysters, mussel, mussels, scallop, scallops, squid, octopus, calamari, cuttlefish, abalone, snail, snails,
     mollusques, moules, huitres, huitre, palourdes, calmar, poulpe, coquille, escargots, molluschi, cozze, vongole, ostriche, seppia, polpo,
     moluscos, mejillon, mejillones, almejas, ostra, ostras, calamar, calamares, pulpo, sepia, lula,
     weichtiere, muscheln, austern, tintenfisch, weekdieren, mosselen, oesters, inktvis, blotdjur, musslor, muslinger, blotdyr`,
    'weichtier, muschel',
  ),
] as const satisfies readonly AllergenEntry[]

/**
 * Phrases that contain an allergen's word and do not name the allergen: plant drinks, seeds called nuts.
 * Lower case, without accents. Each hides only its own words.
 */
export const harmlessPhrases: readonly string[] = terms(
  `coconut milk, coconut cream, coconut butter, cream of coconut, coconut milk powder, rice milk, hemp milk,    cocoa butter, cacao butter, shea butter, (shea) butter, (cocoa) seed butter, (mango) seed butter, (kokum) seed butter, mango butter, kokum butter, apple butter, body butter, butter bean, butter beans, butter lettuce, butternut, butternut squash, milk thistle, cream of tartar, cream soda, ice cream bean, creamed corn, milk of magnesia,
   lait de coco, creme de coco, beurre de cacao, beurre de karite, creme de tartre, noix de coco, noix de muscade, noix muscade,
   latte di cocco, burro di cacao, burro di karite, noce di cocco, noce moscata, noci di cocco,
   leche de coco, manteca de cacao, nuez moscada, leite de coco, manteiga de cacau, noz moscada, creme de coco,
   nata de coco, tiger nuts, kola nuts, cola nuts, water chestnut, water chestnuts, doughnuts, corn nuts,    buckwheat, buck wheat, trigo sarraceno, grano saraceno, ble noir, ble sarrasin, wheatgrass, wheat free, gluten free, gluten-free, dairy free, milk free, egg free, nut free, lactose free, peanut free, soy free,
   sans gluten, sans lactose, sans lait, senza glutine, senza lattosio, sin gluten, libre de gluten, libre de lactosa, sin lactosa, sem gluten, sem lactose, free from gluten, free of gluten, free from milk, no milk, no gluten, ohne gluten, zonder gluten, non dairy, non-dairy,
   fish mint, star fish, eggplant, egg plant, egg replacer, egg free, scotch bonnet, crab apple, crab apples, crabapple, crabapples`,
)

/** Longer words that contain a part of an allergen's word and do not name the allergen. */
export const harmlessWords: ReadonlySet<string> = new Set(
  terms(
    `buchweizen, buchweizenmehl, buchweizenvollkornmehl, kokosmilch, kokosmilchpulver, kakaobutter, sheabutter, reismilch, milchsaure, milchsaeure, milchsaurekulturen, glutenfrei, glutenfreie, glutenfreier, glutenfreies, glutenvrij, glutenvrije, glutenfri, gluteeniton, bezglutenowy, laktosefrei, muskatnuss, kokosnuss`,
  ),
)
