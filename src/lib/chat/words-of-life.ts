/** Everyday words about people, health, places and nature, in the format of everyday-words.ts. */
export const wordsOfLife = `
  mother, father, mum, mom, dad, parent > family, relative
  son, daughter, kid, kids, toddler, baby, boy, girl, teenager, newborn > child, children, family, age, young
  husband, wife, spouse, partner, boyfriend, girlfriend, fiance > family, dependant
  brother, sister, uncle, aunt, cousin, grandmother, grandfather, granny, grandad, sibling > family, relative
  friend, mate, buddy, pal, flatmate, roommate > person, guest, others
  marry, wedding, marriage, married, engaged, honeymoon > spouse, family, name
  divorce, divorced, separated > family, name
  died, die, death, dead, passed away, funeral, bereaved, bereavement, grief, grieving, lost my > compassionate, family, serious, leave
  birth, adopt, adoption, foster, giving birth, having a baby, expecting > parental, maternity, paternity, child
  look after, take care of, caring for, care for > carer, family, responsibility
  teen, teenager, sixteen, seventeen, eighteen, under age, underage > 16, 17, 18, age, young, adult, minor
  too young, too old, how old > age, 16, 18, young, adult
  retire, pensioner, retired, senior, elderly > retirement, pension, age

  poorly, under the weather, off colour, feverish, fever, cold, flu, covid, virus, infection, vomit, headache, cough, ailing > ill, sick, illness, doctor
  hurt, wound, wounded, cut myself, bleeding, broken leg, fell, sprain, fracture, burn, burnt > injury, injured, accident, first aid
  bite, bitten, sting, stung, insect, bug, tick, mosquito, wasp, rash > tick, bite, illness, doctor, skin
  allergy, allergic, asthma, diabetes, diabetic, epilepsy, medication, medicine, pills, prescription, drug > medical, health, condition
  ache, pain, sore, backache > injury, health, pain
  dentist, teeth, tooth > dental
  glasses, eyesight, optician, eyes > vision, eye
  therapy, therapist, psychologist, psychiatrist, shrink, counsellor, counselling, counseling > mental health, assistance, confidential
  burnt out, burned out, burnout, exhausted, overworked, worn out, cannot cope, can't cope, breakdown, panic > stress, mental health, wellbeing, assistance, support
  feel low, very low, feeling down, feel down, sad, unhappy, upset, miserable, hopeless, cry, crying, suicidal, desperate, gloomy > mind, mental health, counselling, support, listen
  somebody to talk to, someone to talk to, talk to someone, listen, chat, confide > support, counselling, confidence, adviser
  worry, worried, scared, afraid, frightened, nervous, concerned > anxiety, worried, support, help
  lonely, homesick, isolated > support, alone
  tired, sleepy, fatigue, sleep > rest, tired
  wheelchair, crutches, walking stick, lame, limp, walk far, stairs > accessible, step-free, lift, access
  hard of hearing, hearing aid, deaf, sign language > captions, hearing, accessible
  blind, partially sighted, cannot see, poor eyesight, screen reader, large print > vision, accessible, formats
  read slowly, reading is hard, slow reader, autism, autistic, adhd > dyslexia, support, plan, reading
  smoke, cigarette, smoking, vape, vaping > tobacco
  beer, wine, booze, drink, drunk, whisky, alcohol > alcohol
  vaccine, vaccination, jab, shot, immunised > health, vaccination

  dog, puppy, hound, labrador, terrier, spaniel, poodle, collie > dogs, animal
  cat, kitten, pet, hamster, rabbit > animal
  horse, cow, cattle, sheep, livestock, bull > livestock, animal, stock
  alien, aliens, foreign species, invader, invasive, pest, weed > invasive, species, biosecurity, spread
  contaminate, infect, spread disease, carry seeds, spreading > biosecurity, spread, clean
  bird, fish, wildlife, creature > animal, species, wildlife
  pond, lake, pool, ditch, brook, creek > water, river, stream
  hill, mountain, slope, fell > upland, hill
  wood, forest, woodland, grove > tree, woodland
  mud, muddy, dirt, dirty, filthy > soil, clean, wash
  dig, digging, hole, spade, shovel, trench > pit, dig, excavate
  pick, picking, collect, gather, take samples, souvenir, take home > sample, collect, remove
  flower, wildflower, plant, grass, moss > plant, species
  storm, thunder, lightning, gale, hurricane, snowstorm, blizzard > weather, wind, closure, cancelled
  hot, heatwave, sunburn, boiling, sunny, sunstroke > heat, sun, weather
  freezing, icy, ice, frost, chilly, snowing > cold, weather, snow
  raining, wet, soaked, downpour > rain, weather, waterproof
  dark, night, evening, after dark, late at night > dark, evening, light

  flat, apartment, lodgings, rent, landlord, mortgage, tenant, dorm, digs, hostel, hotel, somewhere to stay, place to live, live on campus > accommodation, housing, lodging, stay
  hotel, overnight, b&b, airbnb, lodging > accommodation, stay, lodging, travel
  canteen, cafeteria, cafe, restaurant, dining hall, bistro, refectory > food, lunch, kitchen, meal
  sandwich, packed lunch, hungry, vegetarian, vegan, halal, snack, tea, coffee, breakfast, supper > food, eat, kitchen, lunch
  toilet, loo, bathroom, restroom, shower, wash, changing room > toilet, facilities
  kitchen, fridge, microwave, kettle > kitchen, food
  locker, storage, store my, leave my bag, luggage, baggage > locker, store
  gym, sports, swimming pool, football, fitness, club, society > sport, club, wellbeing
  church, prayer, pray, religion, religious, mosque, faith > prayer, quiet, religious
  heating, air conditioning, lights, broken window, leak > building, maintenance, facilities
  key, door, let in, locked, entrance, get inside, get in, gate > door, access, card, open
  far away, live far, long way, distance, other end of the country > post, distance, online
  post, mail me, send me, ship, shipped, parcel, package, delivered to my home > post, send, postal

  bike, bicycle, cycle, push-bike, scooter, e-bike > bicycle, cycle, rack
  motorbike, motorcycle, automobile, van, car, truck, vehicle > car, vehicle, parking
  parking space, leave my car, park my car, car park > parking, park, car
  subway, metro, underground, tube, tram, streetcar > train, transit, station, transport, rail
  bus, coach, shuttle, minibus > bus, transport
  taxi, cab, uber, lyft, rideshare, rental car, hire car > taxi, car, travel
  plane, flight, fly, airport, airline, land in, airfare > flight, airport, air, travel
  train, railway, rail > train, station, rail
  commute, commuting, get to work, travel to work > transit, transport, travel
  trip, journey, tour, excursion > travel, visit
  passport, border, customs, immigration, visa > visa, passport, international
  petrol, gas money, mileage, fuel > mileage, travel, vehicle
  map, sat nav, route, way there, find the place > directions, map, address
  wait, queue, line up > waiting

  clothes, dress, outfit, wear, put on, attire, suit, tie, jeans, shorts, shoes, trainers, sneakers, jacket, hat, gloves, dress code > clothing, dress, wear, boots
  rucksack, backpack, bag > bag, carry, bring
  helmet, hard hat, goggles, hi-vis, protective gear, mask > protective, safety, helmet, equipment
  welly, wellies, wellington, gumboots, waders > boots, waders
  compass, gps, binoculars, camera, drone, tripod, theodolite > equipment, instrument, survey
  paperback, paperbacks, novel, hardback, ebook, e-book, textbooks, magazine, journal > book, library, borrow
  pen, paper, stationery, supplies, pencil > supplies, equipment, order
  chair, desk, furniture, standing desk > furniture, equipment, workspace, ergonomic
  chemical, acid, poison, toxic, spill, spilled, splash > chemical, laboratory, spill, hazard
`;
