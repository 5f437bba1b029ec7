/**
 * Headings in further languages, as they are written there: Polish, Czech, Slovak, Hungarian, Romanian, Swedish,
 * Danish, Norwegian, Finnish, Portuguese, Turkish, Greek, Russian, Ukrainian, Japanese, Chinese and Korean.
 */
import { wordsOf } from '../../../src-shared/values/fold.ts'
import { dimensionsPath, gtinPath, namePath, nutrientPath, servingPath } from './import-fields.ts'

const product = 'products/product'

/** Headings by field, separated by commas. */
const written: Record<string, string[]> = {
  [gtinPath]: [
    'kod kreskowy EAN,kod paskowy,numer EAN,kod GTIN,nr EAN',
    'čárový kód,EAN kód,čiarový kód,vonalkód,EAN kod,cod de bare,cod EAN',
    'streckkod,EAN-kod,stregkode,EAN-nummer,strekkode,viivakoodi,EAN-koodi',
    'código de barras EAN,código EAN,barkod,barkod no,EAN kodu,γραμμωτός κώδικας,κωδικός EAN',
    'штрихкод,штрих-код,штрих код,код EAN,баркод',
    'JANコード,JAN,バーコード,商品条码,条码,条形码,国际条码,商品條碼,條碼,바코드,상품바코드',
  ],
  [namePath]: [
    'nazwa towaru,nazwa artykułu,nazwa handlowa,tytuł',
    'název,název produktu,název výrobku,název zboží,názov,názov produktu,názov výrobku',
    'megnevezés,terméknév,termék neve,termék megnevezése,denumire,denumire produs,denumirea produsului,nume produs',
    'produktbenämning,artikelnamn,varubenämning,benämning,namn,produktets navn,artikelnavn,varebetegnelse,navn',
    'tuotenimi,tuotteen nimi,nimi,nome do artigo,designação,denominação',
    'ürün adı,ürün ismi,ürün,ονομασία,ονομασία προϊόντος,όνομα προϊόντος,περιγραφή προϊόντος',
    'название,наименование,наименование товара,название товара,наименование продукта,название продукта,назва,назва товару',
    '商品名,商品名称,品名,产品名称,产品名,商品名稱,產品名稱,상품명,제품명,품명',
  ],
  [`${product}/brandDescription`]: [
    'značka,obchodní značka,márka,márkanév,brend,varumärkesnamn,mærke,varemærke,merke,merkenavn,brändi,tuotemerkki',
    'marka adı,μάρκα,σήμα,бренд,марка,торговая марка,торгова марка',
    'ブランド,ブランド名,品牌,品牌名称,品牌名稱,브랜드,브랜드명',
  ],
  manufacturerId: [
    'nazwa producenta,wytwórca,výrobce,výrobca,gyártó,producător',
    'tillverkare,leverantör,leverandør,fabrikant,produsent,valmistaja,fabricante nome',
    'üretici,üretici firma,κατασκευαστής,παραγωγός,производитель,изготовитель,виробник',
    'メーカー,製造者,製造元,生产商,制造商,生产厂家,製造商,제조사,제조업체',
  ],
  [`${product}/countryOfOrigin`]: [
    'kraj produkcji,země původu,krajina pôvodu,származási ország,țara de origine,tara de origine',
    'ursprungsland,ursprung,tillverkningsland,oprindelsesland,oprindelse,opprinnelsesland,opprinnelse,alkuperämaa,valmistusmaa',
    'país de procedência,país de fabrico,menşei,menşe ülke,menşe ülkesi,χώρα προέλευσης,χώρα παραγωγής',
    'страна происхождения,страна производства,страна-производитель,країна походження,країна виробництва',
    '原産国,原産国名,生産国,原产国,原产地,产地,原產國,產地,원산지',
  ],
  [`${product}/grocery/ingredients`]: [
    'skład,składniki produktu,składniki,složení,ingredience,zloženie,összetevők,összetétel,ingrediente',
    'innehållsförteckning,ingredienslista,ingrediensförteckning,ingredienser,ingrediensliste,ainesosat,ainesosaluettelo,valmistusaineet',
    'lista de ingredientes,içindekiler,bileşenler,συστατικά,состав,ингредиенты',
    '原材料名,原材料,配料,配料表,原料,원재료명,원재료',
  ],
  'packageData/netWeight': [
    'waga netto,masa netto produktu,zawartość netto,zawartość,ilość netto,pojemność',
    'hmotnost netto,čistá hmotnost,obsah netto,čisté množství,čistá hmotnosť,nettó tömeg,nettó súly,töltőtömeg,greutate netă,cantitate netă,conținut net',
    'nettoinnehåll,nettomängd,innehåll,nettovægt,nettoindhold,indhold,nettovekt,nettoinnhold,innhold,nettopaino,nettosisältö,nettomäärä',
    'peso líquido,conteúdo líquido,quantidade líquida,quantidade,net ağırlık,net miktar,gramaj,καθαρό βάρος,καθαρή ποσότητα,καθαρό περιεχόμενο',
    'масса нетто,вес нетто,объем нетто,маса нетто,вага нетто',
    '内容量,正味量,正味重量,净含量,净重,淨重,淨含量,容量,내용량,순중량',
    'net volume,nominal volume,volumen neto,volume net,volume netto,nettovolumen,volume nominal,nettovolym',
    'inhalt netto,nettoeinwaage,einwaage,nennfüllmenge,poids net produit,contenu net,contenu,cantidad,contenido neto envase,quantità nominale,nominale hoeveelheid',
  ],
  'packageData/weight': [
    'waga brutto,masa brutto,hmotnost brutto,hrubá hmotnost,brutto hmotnosť,bruttó tömeg,bruttó súly,greutate brută',
    'bruttovikt,bruttovægt,bruttovekt,bruttopaino,brüt ağırlık,μικτό βάρος,масса брутто,вес брутто,вага брутто',
    '総重量,毛重,총중량',
  ],
  'packageData/length': [
    'długość,głębokość,délka,hloubka,dĺžka,hĺbka,hosszúság,mélység,lungime,adâncime,längd,djup,længde,dybde,lengde,pituus,syvyys',
    'uzunluk,derinlik,μήκος,βάθος,длина,глубина,довжина,глибина,長さ,奥行き,奥行,长度,长,深度,長度,길이',
  ],
  'packageData/width': [
    'szerokość,šířka,šírka,szélesség,lățime,bredd,bredde,leveys,genişlik,πλάτος,ширина,幅,宽度,宽,寬度,너비,폭',
  ],
  'packageData/height': [
    'wysokość,výška,magasság,înălțime,höjd,højde,høyde,korkeus,yükseklik,ύψος,высота,висота,高さ,高度,高,높이',
  ],
  [dimensionsPath]: [
    'lx bx h,lx wx h,wymiary,rozměry,rozmery,méretek,dimensiuni,mått,dimensioner,mål,mitat,dimensões,medidas,boyutlar,διαστάσεις,размеры,габариты,розміри,尺寸',
  ],
  'packageData/unitsInPackage': [
    'liczba sztuk,ilość sztuk,ilość w opakowaniu,sztuk w opakowaniu,počet kusů,počet ks,ks v balení,počet kusov,darabszám,număr bucăți',
    'antal per förpackning,antal i förpackning,antal styk,kappalemäärä,número de unidades,quantidade de unidades,unidades por embalagem',
    'τεμάχια,количество в упаковке,штук в упаковке,入数,入り数',
    'stück je packung,stück pro packung,anzahl stück,inhalt stück,nombre de pièces,nombre de pieces,pièces par paquet,número de piezas,piezas por paquete,numero di pezzi,pezzi per confezione,aantal stuks,stuks per verpakking',
  ],
  'packageData/packageType': [
    'rodzaj opakowania,typ opakowania,opakowanie,typ obalu,obal,druh obalu,csomagolás,ambalaj,tip ambalaj',
    'förpackning,förpackningstyp,emballagetype,emballasje,pakkaus,pakkaustyyppi,tipo de embalagem,ambalaj tipi,τύπος συσκευασίας,συσκευασία',
    'упаковка,тип упаковки,тип упаковка,包装,包装形態,包装类型,包裝,포장',
  ],
  [`${product}/description`]: [
    'opis,opis produktu,popis,popis produktu,popis výrobku,leírás,termékleírás,descriere,descriere produs',
    'beskrivning,produktbeskrivning,beskrivelse,produktbeskrivelse,varebeskrivelse,kuvaus,tuotekuvaus,descrição,descrição do produto',
    'açıklama,ürün açıklaması,περιγραφή,описание,описание товара,описание продукта,опис товару,опис',
    '商品説明,説明,商品描述,产品描述,描述,商品敘述,상품설명,설명',
  ],
  'media/medium': [
    'zdjęcie,zdjęcia,adres zdjęcia,url zdjęcia,obrázek,obrázky,url obrázku,kép,képek,kép url,imagine,imagini',
    'bild-url,bildadress,billede,billeder,billed-url,bilde,bilder,kuva,kuvat,imagens,url da imagem,resim,resim url,görsel,εικόνα,изображение,фото,картинка',
    '画像,画像URL,图片,图片链接,主图,圖片,이미지',
  ],
  categoryId: [
    'kategoria,kategoria produktu,grupa towarowa,kategorie produktu,kategória,termékkategória,categorie produs',
    'kategori,varugrupp,varegruppe,produktkategori,luokka,tuoteryhmä,categoria do produto,ürün kategorisi,κατηγορία,категория,категорія',
    'カテゴリ,カテゴリー,分類,类别,分类,品类,類別,카테고리',
  ],
  [servingPath]: [
    'wielkość porcji,porcja,velikost porce,porce,veľkosť porcie,adag,adag mérete,mărimea porției,portionsstorlek,portionsstørrelse,porsjonsstørrelse,annoskoko,porção,tamanho da porção,porsiyon,porsiyon miktarı,μερίδα,порция,размер порции,порція,1食分,食用份量,每份',
  ],
  [nutrientPath('numberOfServings')]: [
    'liczba porcji,počet porcí,adagok száma,număr de porții,antal portioner,antall porsjoner,annosten määrä,número de porções,doses por embalagem,porsiyon sayısı,количество порций,份数',
    'portionen je packung,portionen,porzioni per confezione,numero di porzioni,aantal porties,porties per verpakking,raciones por envase,número de raciones',
  ],
  [nutrientPath('energy')]: [
    'wartość energetyczna,energia kcal,energia kj,wartość kaloryczna,kalorie,kaloryczność,energetická hodnota,energie kcal,energia kcal,energiatartalom,kalória,valoare energetică,calorii',
    'energivärde,energi,energi kcal,energi kj,energiinnhold,energiindhold,kalorier,energiasisältö,kalorit,valor energético kcal,valor energético kj,enerji,enerji değeri,kalori,ενέργεια,θερμίδες,энергетическая ценность,энергия,калорийность,ккал,калории,енергетична цінність,калорійність',
    'エネルギー,熱量,カロリー,能量,热量,熱量 kcal,열량,칼로리',
    'valeur énergétique en kcal,valeur énergétique en kj,énergie,énergie kcal,énergie kj,apport énergétique,energía,energía kcal,energía kj,energia kcal,energia kj,calorie,energiegehalte',
    'k j',
  ],
  [nutrientPath('totalFat')]: [
    'tłuszcz,tłuszcze,tłuszcz ogółem,tuky,tuk,zsír,grăsimi,fedt,rasva,rasvaa,lípidos totais,gorduras totais,yağ,toplam yağ,λιπαρά,λίπη,жиры,жир,жири,脂質,脂肪,总脂肪,지방',
    'fetthalt,fetter,fette,matière grasse,matières grasses totales,lípidos,grasa,grasa total,vet totaal,vetgehalte',
  ],
  [nutrientPath('saturatedFat')]: [
    'kwasy tłuszczowe nasycone,w tym kwasy tłuszczowe nasycone,tłuszcze nasycone,nasycone kwasy tłuszczowe,nasycené mastné kyseliny,z toho nasycené mastné kyseliny,nasýtené mastné kyseliny,telített zsírsavak,amelyből telített zsírsavak,acizi grași saturați',
    'mättat fett,varav mättat fett,mättade fettsyror,varav mättade fettsyror,mættede fedtsyrer,heraf mættede fedtsyrer,mettet fett,hvorav mettede fettsyrer,mettede fettsyrer,tyydyttynyt rasva,josta tyydyttynyttä',
    'gorduras saturadas,dos quais saturados,das quais saturadas,ácidos gordos saturados,saturados,doymuş yağ,κορεσμένα,κορεσμένα λιπαρά,εκ των οποίων κορεσμένα,насыщенные жиры,насыщенные жирные кислоты,насичені жири',
    '飽和脂肪酸,饱和脂肪,饱和脂肪酸,飽和脂肪,포화지방',
    'gesättigte fette,gesättigt,dont ags,grasa saturada,di cui acidi grassi saturi,saturi,waarvan verzadigd,waarvan verzadigde vetzuren',
  ],
  [nutrientPath('transFat')]: [
    'gorduras trans,gordura trans,tłuszcze trans,trans yağ,трансжиры,反式脂肪,反式脂肪酸,トランス脂肪酸,트랜스지방,acides gras trans,graisses trans,ácidos grasos trans,grassi trans',
  ],
  [nutrientPath('monounsaturatedFat')]: [
    'einfach ungesättigte fettsäuren,einfach ungesättigte fette,acides gras monoinsaturés,acides gras mono-insaturés,grasas monoinsaturadas,ácidos grasos monoinsaturados,acidi grassi monoinsaturi,grassi monoinsaturi,enkelvoudig onverzadigde vetzuren,enkelvoudig onverzadigd vet,kwasy tłuszczowe jednonienasycone,enkelomättat fett,gorduras monoinsaturadas,mono unsaturated fat,monounsaturates,mono-unsaturates',
  ],
  [nutrientPath('polyunsaturatedFat')]: [
    'mehrfach ungesättigte fettsäuren,mehrfach ungesättigte fette,acides gras polyinsaturés,acides gras poly-insaturés,grasas poliinsaturadas,ácidos grasos poliinsaturados,acidi grassi polinsaturi,grassi polinsaturi,meervoudig onverzadigde vetzuren,meervoudig onverzadigd vet,kwasy tłuszczowe wielonienasycone,fleromättat fett,gorduras poliinsaturadas,poly unsaturated fat,polyunsaturates,poly-unsaturates',
  ],
  [nutrientPath('cholesterol')]: [
    'cholestérol,colesterolo,cholesterole,kolesterol,kolesteroli,koleszterin,χοληστερόλη,холестерин,холестерол,コレステロール,胆固醇,콜레스테롤',
  ],
  [nutrientPath('sodium')]: [
    'sód,sodík,nátrium,sodiu,natriumi,sódio,sodyum,νάτριο,натрий,натрій,ナトリウム,钠,鈉,나트륨',
    'sól,zawartość soli,sůl,soľ,só,sare,suola,tuz,αλάτι,соль,сіль,食塩相当量,食塩,盐,食盐,鹽',
    'salzgehalt,teneur en sel,sel total,contenido de sal,zoutgehalte,salthalt,saltinnhold',
  ],
  [nutrientPath('potassium')]: [
    'kalium,potas,draslík,kálium,potasiu,potassio,potasio,potássio,potasyum,kaliumi,κάλιο,калий,калій,カリウム,钾,칼륨',
  ],
  [nutrientPath('carbohydrates')]: [
    'węglowodany,węglowodany ogółem,sacharidy,szénhidrát,szénhidrátok,carbohidrați,glucide,kolhydrat,kolhydrater,kulhydrat,kulhydrater,karbohydrat,karbohydrater,hiilihydraatit,hiilihydraatti,hidratos de carbono totais,karbonhidrat,υδατάνθρακες,углеводы,вуглеводи,炭水化物,碳水化合物,탄수화물',
    'kohlehydrate,carbohydrates total,hidratos,koolhydraat,koolhydraten totaal',
  ],
  [nutrientPath('dietaryFiber')]: [
    'błonnik,błonnik pokarmowy,vláknina,rost,élelmi rost,fibre alimentare,kostfiber,fibrer,kostfibre,ravintokuitu,kuitu,fibras,fibras alimentares,lif,lifler,φυτικές ίνες,εδώδιμες ίνες,пищевые волокна,клетчатка,клітковина,食物繊維,膳食纤维,膳食纖維,식이섬유',
    'ballaststoffgehalt,fibra alimentare,fibra totale,fibras dietéticas,voedingsvezel totaal',
  ],
  [nutrientPath('sugars')]: [
    'cukry,w tym cukry,cukier,z toho cukry,cukr,cukor,amelyből cukrok,cukrok,zaharuri,din care zaharuri,sockerarter,varav sockerarter,socker,sukkerarter,heraf sukkerarter,hvorav sukkerarter,sukker,sokerit,sokeri,josta sokereita,dos quais açúcares,açúcares totais,şeker,şekerler,σάκχαρα,εκ των οποίων σάκχαρα,сахара,сахар,цукри,цукор,糖類,糖,总糖,당류',
    'zuckergehalt,sucres totaux,azúcares totales,di cui zuccheri,zuccheri totali,waarvan suikers,totaal suikers',
  ],
  [nutrientPath('sugarAlcohol')]: [
    'mehrwertige alkohole,davon mehrwertige alkohole,polyole,polioli,polioles,polyolen,poliole',
  ],
  [nutrientPath('protein')]: [
    'białko,białka,bílkoviny,bílkovina,bielkoviny,fehérje,proteină,proteiini,proteiinit,proteína,proteínas,protein değeri,πρωτεΐνη,πρωτεΐνες,белки,белок,білки,たんぱく質,タンパク質,蛋白质,蛋白質,단백질',
    'eiweiß,eiweissgehalt,eiweiße,protéine,proteina grezza,eiwitgehalte',
  ],
  [nutrientPath('vitaminA')]: [
    'vitamine a,vitamina a,witamina a,vitamín a,a-vitamin,a vitamin,витамин а,ビタミンA,维生素A,비타민A',
  ],
  [nutrientPath('vitaminC')]: [
    'vitamine c,vitamina c,witamina c,vitamín c,c-vitamin,c vitamin,витамин c,витамин с,ビタミンC,维生素C,비타민C,vit c,vit. c,ascorbic acid',
  ],
  [nutrientPath('vitaminD')]: [
    'vitamine d,vitamina d,witamina d,vitamín d,d-vitamin,d vitamin,витамин d,ビタミンD,维生素D,비타민D,vit d',
  ],
  [nutrientPath('vitaminE')]: [
    'vitamine e,vitamina e,witamina e,vitamín e,e-vitamin,e vitamin,витамин e,ビタミンE,维生素E,비타민E,vit e',
  ],
  [nutrientPath('vitaminK')]: [
    'vitamine k,vitamina k,witamina k,vitamín k,k-vitamin,витамин k,ビタミンK,维生素K,vit k',
  ],
  [nutrientPath('vitaminB6')]: [
    'vitamine b6,vitamina b6,witamina b6,vitamín b6,b6-vitamin,pyridoxin,pyridoxine,ビタミンB6,维生素B6,vit b6',
  ],
  [nutrientPath('vitaminB12')]: [
    'vitamine b12,vitamina b12,witamina b12,vitamín b12,b12-vitamin,cobalamin,ビタミンB12,维生素B12,vit b12',
  ],
  [nutrientPath('thiamin')]: [
    'vitamine b1,vitamina b1,witamina b1,vitamín b1,thiamine vitamine b1,tiamina,tiamin,ビタミンB1,维生素B1,vit b1',
  ],
  [nutrientPath('riboflavin')]: [
    'vitamine b2,vitamina b2,witamina b2,vitamín b2,riboflavine,riboflavina,ryboflawina,ビタミンB2,维生素B2,vit b2',
  ],
  [nutrientPath('niacin')]: [
    'vitamine b3,vitamina b3,witamina b3,niacine,niacina,niacyna,vitamine pp,ナイアシン,烟酸',
  ],
  [nutrientPath('pantothenicAcid')]: [
    'pantothensäure,acide pantothénique,ácido pantoténico,acido pantotenico,pantotheenzuur,kwas pantotenowy,vitamin b5,vitamine b5,vitamina b5',
  ],
  [nutrientPath('folicAcid')]: [
    'folsäure,acide folique,ácido fólico,acido folico,foliumzuur,kwas foliowy,folsyra,folsyre,vitamine b9,vitamina b9',
  ],
  [nutrientPath('folate')]: ['folat,folates,folato,folatos,folati,foliany,葉酸,叶酸'],
  [nutrientPath('calcium')]: [
    'kalzium,calcio,cálcio,wapń,vápník,kalcium,kalsium,kalcium,kalsiyum,ασβέστιο,кальций,カルシウム,钙,칼슘',
  ],
  [nutrientPath('iron')]: [
    'eisen,fer,hierro,ferro,ijzer,żelazo,železo,järn,jern,rauta,demir,σίδηρος,железо,鉄,铁,철분',
  ],
  [nutrientPath('magnesium')]: [
    'magnésium,magnesio,magnésio,magnez,hořčík,magnezyum,μαγνήσιο,магний,マグネシウム,镁',
  ],
  [nutrientPath('zinc')]: ['zink,cinc,zinco,cynk,zinek,sinkki,sink,çinko,ψευδάργυρος,цинк,亜鉛,锌'],
  [nutrientPath('phosphorous')]: [
    'phosphor,phosphore,fósforo,fosforo,fosfor,fosfori,φώσφορος,фосфор,リン,磷',
  ],
  [nutrientPath('iodine')]: ['jod,iode,yodo,iodio,iodo,jodium,jód,ヨウ素,碘'],
  [nutrientPath('selenium')]: ['selen,sélénium,selenio,selénio,selenium,セレン,硒'],
  [nutrientPath('copper')]: ['kupfer,cuivre,cobre,rame,koper,miedź,koppar,kobber,銅,铜'],
  [nutrientPath('manganese')]: ['mangan,manganèse,manganeso,manganese,mangaan,マンガン,锰'],
  [nutrientPath('chromium')]: ['chrom,chrome,cromo,chroom,クロム,铬'],
  privateLabelItem: [
    'marka własna,privatní značka,saját márkás,egen märkesvara,egne merker,marca própria,handelsmarke,huismerk,marchio privato',
  ],
}

/** The headings in the form in which headings are compared. */
export const columnsAbroad: Record<string, string[]> = Object.fromEntries(
  Object.entries(written).map(([path, lists]) => [
    path,
    lists.flatMap((list) => list.split(',')).map((name) => wordsOf(name)),
  ]),
)
