/** Everyday words about study, work, money and devices, in the format of everyday-words.ts. */
export const wordsOfWork = `
  monitor, screen, display, second screen, keyboard, mouse, headset, headphones, webcam, dock, charger, cable, adapter > peripheral, equipment, accessories, monitor
  laptop, notebook, macbook, chromebook, tablet, ipad, desktop > computer, laptop, device
  cell, cell phone, smartphone, iphone, android, handset, mobile, cellphone > phone, mobile, device
  wifi, wi-fi, wireless, hotspot, get online, internet connection > wireless, network, internet, wifi
  passphrase, password, passcode, pin, secret word, pass phrase > password
  forgot, forgotten, cannot remember, can't remember, locked out, cannot log in, can't log in, can't get into > reset, password, account, sign in
  hack, hacked, hacker, phishing, scam, suspicious, spam, malware, fishy, dodgy > security, incident, report, phishing
  two-factor, 2fa, mfa, authenticator, one-time code, second factor > two-factor, factor, sign in, authentication
  cloud, dropbox, google drive, usb, memory stick, backup, back up > storage, drive, files, backup
  app, apps, software, tool, program > software, tool, application
  file, document, pdf, folder > document, file
  chat, slack, teams, messenger, instant message, dm > chat, channel, message
  video call, zoom, skype, facetime, conference call, webinar > video, meeting, online
  social media, facebook, twitter, instagram, tiktok, linkedin, blog, post online > social media, blog, publish
  printer, print, photocopier, scanner > print, printing
  bug, crash, frozen, glitch, error message, not working, doesn't work, broken down > problem, broken, help, report
  code, coding, programming, developer, repo, repository > code, repository, software
  help desk, it support, service desk, technician, tech support > help, support, IT
  look something up, google, find out > search, find

  salary, wage, wages, pay, paycheck, payslip, earnings, income, earn > pay, salary, income, compensation
  pay rise, raise, more money, promotion, pay increase, bonus > pay, promotion, award, increase
  owe, debt, arrears, behind with payment, in the red > pay, fee, instalment, debt
  spread the payment, spread what i owe, few months, bit by bit, over time, pay in bits, monthly > instalment, part
  skint, broke, hard up, poor, low income, cannot afford, can't afford, tight budget, too expensive, short of money > bursary, hardship, help, fund, grant
  free of charge, for free, free, without paying, gratis, no cost > free, fee
  tax, taxes, vat > tax
  insurance, insured, cover, covered, claim > insurance, cover
  pension, retirement savings, 401k, tsp, nest egg > retirement, pension, savings
  bank account, bank transfer, credit card, debit card, cash, cheque, paypal, direct debit > pay, payment, card, bank, transfer
  receipt, expenses, claim back, reimbursed, out of pocket, get paid back > reimbursement, expense, receipt, voucher
  gift, present, souvenir, favour, bribe, donation > gift, ethics, donation
  sell, shop, store, buy, order > purchase, buy, order
  budget, spending, spend > budget, cost, purchase

  colleague, coworker, co-worker, workmate, teammate > colleague, employee, team, staff
  boss, manager, supervisor, line manager, superior, chief > supervisor, manager, lead
  quit, quitting, resign, resigning, resignation, hand in my notice, give notice, leave my job, leaving my job, notice > leave, leaving, offboarding, departure, separation
  fired, sacked, laid off, dismissed, kicked out, expelled, thrown out, excluded > dismissal, termination, exclusion, misconduct
  hire, hired, recruit, recruitment, job opening, vacancy, apply for a job > hiring, job, recruit
  first day, new starter, new hire, just joined, newcomer, freshman, fresher, induction > onboarding, start, new, orientation
  contract, fixed-term, term appointment, tenure > contract, term, appointment
  prolong, prolonged, extend, lengthen, longer, renew, renewed > extension, extend, renew, renewal
  automatic, automatically, by itself, on its own > automatic
  overtime, extra hours, work late, comp time, weekend work > overtime, hours, compensatory
  day off, days off, time off, off work, holidays, vacation, annual leave, pto, leave of absence > leave, holiday, absence
  sick day, sick days, off sick, call in sick > sick leave, absence, illness
  jury, court, witness, subpoena > jury, court, leave
  army, military, reserve, veteran, soldier > military, veteran, leave
  work from home, home office, telework, telecommute, homeworking, remote work, working remotely > remote, telework, distributed, home
  flexible hours, flexitime, flextime, four-day week, three-day weekend, long weekend, shorter week, compressed week, start later, finish early > schedule, compressed, flexible, alternative, hours
  shift, rota, working hours, nine to five > schedule, hours
  break, lunch break, rest > break, rest
  side job, second job, moonlighting, freelance, side hustle, other job > outside, employment, activities
  training, workshop, course, learn new skills, conference, seminar > training, course, conference, learning
  review, appraisal, evaluation, assessment > performance, review
  goal, objective, target > goal, objective
  meet, meeting, catch up, one-on-one, get together > meeting
  volunteer, voluntary, volunteering > volunteer
  prove, proof, verify, confirm, verification, reference letter, vouch, certify > verification, confirm, proof, evidence, letter
  swap jobs, transfer, move to another team, secondment, different team > detail, transfer, move
  share, donate, give some, give away > donate, donated, transfer, share
  used up, run out, none left, no more > exhausted, remaining

  steal, stolen, thief, theft, swiped, nicked, robbed, robbery, burglar, pinched, mugged, burgled > stolen, theft, lost, report
  lost, mislaid, can't find, cannot find, left behind, gone missing > lost, missing, replace
  found, lost property > lost, found
  police, crime, criminal, illegal > police, report, law
  bully, bullied, pick on, picking on, insult, insulted, rude, racist, racism, sexist, sexism, touched me, groped, stalk, stalked, nasty, mean to me > harassment, bullying, discrimination, report, complaint
  fight, violent, hit me, attack, attacked, threat, threaten > violence, assault, emergency, police
  snitch, whistleblower, report someone, tell on > report, complaint, confidential
  in trouble, broke the rules, break the rules, misbehave, told off > misconduct, discipline, rules
  cheat, cheated, copied, copying, copy and paste, someone else wrote, ghostwriter, fake > plagiarism, misconduct, integrity
  unfair, not fair, wrong mark, marked down, harsh, biased, look at it again, second opinion, remark > appeal, review, marking, complaint
  lawyer, solicitor, attorney, legal advice, sue > legal, law
  secret, keep quiet, tell anyone, who will know, spy, snoop > confidence, confidential, privacy
  forget me, remove my details, wipe, get rid of > delete, erase, data
  about me, on me, my details, my file, my records > personal, data, record
  allowed, may i, am i allowed, ok to, okay to, can i just > allowed, permission, rule

  tonight, tomorrow, today, yesterday, this week, next week > date, day
  weekend, saturday, sunday > weekend, saturday, sunday, open
  morning, afternoon, noon, midnight > hours, time
  christmas, easter, new year, bank holiday, thanksgiving > holiday, closed
  deadline, cut off, in time, run out of time, behind schedule > deadline, date, late
  behind, fall behind, fallen behind, catch up, keep up, too much work, can't keep up > behind, workload, support, extension
  can't get it finished, can't finish, not finished, get finished, not done in time, unfinished, not ready > extension, late, deadline
  soon, quickly, fast, immediately, straight away, urgent > urgent, day
  nobody hears, not heard from, go missing, don't come back, not back, overdue, missing person > overdue, missing, alone, call, contact
  by myself, on my own, alone, solo, unaccompanied > alone, lone
  out in the field, out sampling, in the wild, outdoors, in the open > field
  what now, what do i do, what should i do, what happens, what happens if
  afterwards, later on, next step, what next, after that, then what > after, next, progress
  previously, earlier, beforehand, in the past > before, previous
  postpone, put off, push back, reschedule, delay > defer, postpone, later
  cancel, call off, cancelled, canceled, pull out, back out > cancel, withdraw, refund
  begin, commence, kick off, get going, get started > start, begin
  stop, finish, quit, end > end, stop
  big, huge, large, maximum > most, maximum
  cheap, cheaper, affordable > fee, reduced, cost
  hard, tough, tricky, challenging, difficult > level, difficult
  easy, simple, basic > introduction, introductory
  enough, sufficient, minimum > minimum, least
  rejected, refused, turned down, denied, decline, say no, reject > refuse, decline, appeal, decision
  chosen, picked, selected, successful, accepted > select, decision, decide
  who decides, who chooses, who picks, who judges > decide, decision, panel
  swap, exchange, trade > change, exchange
  split, share the cost, divide > part, share
  mix, combine, both, mixture > blended, combine
  better, improve, get better > improve, feedback
  boring, hate, don't like, wrong course, change my mind, changed my mind, regret > withdraw, change, cancel, refund
  clever, smart, bright, skills, good enough > entry, requirement, qualification
  no a-levels, no degree, never been to university, left school, without qualifications, no qualifications, drop out of school > entry, requirement, qualification, experience
  dyslexic, learning difficulty, special needs > dyslexia, support plan, adjustment
  native speaker, second language, speak english, foreign language, translate, translation, interpreter > english, language
  abroad, foreigner, foreign, from another country, overseas, non-uk, eu citizen > international, overseas, visa
  picture, image, photo, selfie, snapshot > photograph, image
  film, movie, watch, clip > video, recording
  missed the class, missed a class, miss a lecture, couldn't come, could not come, skip, skipped, bunk off > absence, attendance, recording, missed
  satellite, aerial, drone, from space, from above > remote sensing, imagery
  computer model, simulate, simulation, forecast > model, modelling
  owner, landowner, who owns, farmer > landowner, owner, land
  right of way, footpath, public path, trespass > access, rights, land
  global warming, greenhouse, carbon dioxide, co2, climate change > climate, carbon
  recycle, rubbish, litter, waste, trash, garbage > waste, litter
  drone, uav > drone, fly
  speak, speech, talk, presentation, present > presentation, talk
  vote, voting, election, politics, political, party, campaign, protest > political, election, activity
  journalist, press, reporter, newspaper, interview with the press, media, tv > press, media
  public speaking, give a talk, speak at a conference, keynote, present at > speaking, presentation, conference, event
  abbreviation, acronym, jargon, what does it stand for, stand for, meaning > glossary, acronym, term
  spelling, grammar, wording, writing style, write better, comma, capital letter > style, writing, plain language, content
  org chart, structure, hierarchy, departments, who is who > organisation, team, staff, structure
  timesheet, time sheet, log my hours, clock in, track time, record my hours > time, hours, timesheet
  calendar, appointment, invite, block out > calendar, meeting, schedule
  building pass, badge, id badge, swipe card, access card, fob > card, badge, access
  fingerprint, background check, criminal record, vetting > clearance, background, security
  stipulation, small print, conditions, fine print > terms, conditions, policy
  signature, sign, autograph, countersign > sign, approval, form
  approve, approval, green light, go-ahead, sign-off, say yes, authorise, okay it > approval, approve, permission, authorise
  ask for, request, put in for > request, apply
  fill in, fill out, complete the form, paperwork, red tape, bureaucracy > form, application
  moved house, new address, change of address, moving, relocate, moved > address, change, contact, details
  new surname, changed my name, maiden name, preferred name, nickname, pronouns > name, change, pronouns
  bank holiday, office closed, shut, shutdown > closed, holiday
  pick up, collect, fetch, come and get > collect, collection
  drop off, bring back, hand back, give back, send back, taken back > return, back
  snowed in, roads closed, cannot travel, can't travel, can't get there, stuck > weather, absence, travel, remote
  strike, train cancelled, traffic, held up, running late > late, travel, absence
  twins, pregnant, due date, breastfeed, breastfeeding, nursing, pump, pumping > maternity, parental, lactation, nursing, support
  crèche, babysitter, childminder, day care, daycare > childcare, child
  blood, donor, organ > donation, leave
  operation, surgery, hospital stay, in hospital > medical, illness, serious
  cancer, long-term illness, chronic, seriously ill, long illness > serious, medical, illness, condition
  eat, drink, food in, bring food > food, drink
  cold water, fall in, fell in, drown, drowning, swim, swimming > water, depth, rescue, safety
  steep, cliff, fall off, climb, ladder, rope > edge, fall, height, slope, safety
  mobile signal, no signal, no reception, radio > signal, phone, call
  sun cream, sunscreen, sunglasses, water bottle, thermos, spare clothes, dry clothes > bring, sun, clothes, drink
  tent, camp, camping, caravan, sleep outside > camp, overnight, accommodation
  bonfire, barbecue, campfire, matches > fire
  shoot, gun, hunting, fishing > shooting, fishing, season
  ruler, measure, gauge, meter, sensor, probe > measure, instrument, gauge
  spade, auger, corer, drill, borehole > auger, borehole, pit
  numbers, figures, statistics, maths, mathematics, algebra, good at maths, equations > mathematics, statistics, calculation, data
  spreadsheet, excel, r, python, script > spreadsheet, software, code
  write up, write-up, lab book, field notes, notes > notebook, report, notes
  too long, over the limit, word count, word limit, how many words, pages long > words, length, limit
  oral, viva, spoken exam, talk about my work > presentation, oral, viva
  free rider, does nothing, not pulling their weight, lazy teammate, group partner > group, others, share
  get marks back, results out, when will i know my mark, marks come out, hear back, get an answer, how long until > weeks, days, decision, reply, results
  top marks, best grade, first class, distinction, honours, merit > distinction, merit, classification
  gap in, missing part, catch up on > catch up
  try before, taster, sample lesson, see if i like it, look around, look round, come and see > visit, open, event, taster
  just one, single course, only one course, one course, not the whole > single, course, credits
  two at once, at the same time, several courses, more than one > together, courses, load, most
  how fast, quickest, speed up, sooner, earliest > time, years, most
  how slowly, take my time, maximum time, spread over years, stretch > years, longest, time
  employer pays, company pays, work pays, my firm, my company, sponsor me > employer, invoice, sponsor
  lose my place, keep my place, hold my place, save me a seat > place, deposit, reserve
  turn up, no show, didn't come, forget to come > attendance, absence
  wrong amount, overcharged, charged twice, bill is wrong > wrong, invoice, fee
  scared to complain, get in trouble for complaining, backlash, retaliation, revenge > complaint, confidence, protected
  outside body, ombudsman, independent, higher up, go further > ombudsman, independent, stage, review
  who can see, who sees, who reads, shared with, passed on, sell my data, third parties > share, access, data, privacy
  see my data, what do you know about me, copy of my data > data, rights, copy
  tracker, adverts, ads, marketing, spy on > cookies, privacy, data
  stop the emails, unsubscribe, no more emails, spam me, off the list > unsubscribe, newsletter
  robot, chatbot, bot, assistant, machine > chat, model, ai
  keyboard only, zoom in, contrast, font size, bigger text, large text > accessibility, text, keyboard
  captions, subtitles, transcript, audio description > captions, transcript, video
  paper copy, braille, on paper, printed, audio version, read aloud > formats, print, paper
  quiet place, study space, place to study, somewhere to study, work space, workspace, desk space > desk, quiet, room, library
  old newspapers, archive, archives, rare, historical > archive, maps, papers, stay
  ask a librarian, librarian > library, ask
  late return, overdue book, forgot to return, brought back late > return, late, fine, overdue
  hire, rent, rental, borrow, take out, check out > borrow, loan, book
  smash, smashed, drop, dropped, break it, broke it, crack, cracked, ruined, destroyed > broken, damage, lost, replace
  cannot open, jammed, dead battery, flat battery, won't start > broken, help, battery
  who do i tell, who do i ask, whom do i ask, whom to ask, who can help, who do i speak to, who should i contact > contact, ask, help, team
  emergency number, call for help, get help, rescue > emergency, 999, rescue, call
  first person, point of contact, liaison, representative, rep, union, spokesperson > representative, contact
  mentor, buddy, show me around, guide > buddy, mentor, guide
  make friends, meet people, social life, socialise, party, parties > social, meet, people, evening
  housework, noise, noisy, neighbours, neighbors > quiet, noise, others
  career change, change career, new career, get a job, find work, job prospects, employable > career, work, after
  further study, go on to, study more, progress to, carry on > progress, next, after, credits
  doctorate, phd, doctoral > research, doctorate
  top up, upgrade, build on, add to > credits, count, progress
  count, counts, recognised, recognized, accredited, valid > recognised, credits, accreditation, count
  worth, value > credits, worth, value
  lecture, class, seminar, tutorial, lesson, session > class, meet, teaching, session
  recorded, catch up on video, watch later, playback > recording, recorded, video
  textbook, handout, slides, materials, resources > reading, materials, notes
  prize, award, medal, honour, kudos, recognition, shout-out, thank someone > award, recognition, prize
  firm, contractor, supplier, vendor > contractor, vendor, procurement, contract
  credit card, company card, purchase card, corporate card > card, purchase
  per diem, daily allowance, meal allowance, subsistence > per diem, allowance, meals
  moving costs, relocation > relocation, move
  student loan, student debt, forgiveness > loan, repayment
  tax form, w-2, p60 > tax, form
  safe place, lock up, secure, leave overnight > rack, lock, store, secure
`;
