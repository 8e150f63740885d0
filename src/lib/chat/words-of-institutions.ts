/** Everyday words and a teaching institution's terms for them, in the format of everyday-words.ts. */
export const wordsOfInstitutions = `
  price, cost, fee, charge, tuition, expensive, cheap, afford > pay, payment, pound, free
  pay, payment, paying > fee, invoice, card
  how much > fee, cost, price, pound, pay
  money, fund, funding, finance, financial > bursary, grant, fee, cost
  bursary, scholarship, grant, stipend, financial aid, financial help, studentship > fund, funding, award
  discount, reduction, concession, waiver, reduced > fee
  instalment, pay monthly, spread the cost, pay in parts, payment plan, pay later > fee, pay
  refund, money back, reimburse, reimbursement, get back > fee
  invoice, bill > pay, fee
  deposit, down payment
  loan, lend, borrow, checkout, check out, take home
  apply, application, admission, applicant, get in, get into > register, entry, enrol
  enrol, enroll, enrolment, register, registration, sign up, join, sign on, get a place, book a place > apply
  requirement, prerequisite, qualification, need, entry, eligible, eligibility, criteria > condition, must
  eligible, qualify, entitled, allowed, who can
  accept, admit, offer
  deadline, due, closing date, cut-off, last day, too late, by when > date, close
  submit, hand in, turn in, upload, send in, deliver, submission
  late, overdue, delay, delayed, miss the deadline, after the deadline > extension, penalty
  extension, more time, extra time, longer > deadline, late
  penalty, fine, sanction, deduct, lose marks, consequence, punish, punishment
  assignment, coursework, essay, report, homework, paper, task > assessment, submit, work
  exam, examination, test, quiz, written test > assessment
  assessment, exam, coursework, assignment, grading, evaluate, evaluation
  grade, mark, score, result, classification, marking, grading
  pass, pass mark, fail, threshold, minimum mark
  fail, failed, failing, resit, retake, reassessment, repeat, second attempt, try again, second chance
  feedback, comment > marking
  appeal, contest, dispute, challenge, disagree, unfair, review > complaint
  complaint, complain, grievance, unhappy, dissatisfied > appeal
  plagiarism, cheat, cheating, copy, copying, academic integrity, misconduct, dishonesty, plagiarise
  ai, chatgpt, artificial intelligence, generative, language model, chatbot
  cite, citation, reference, referencing, bibliography, footnote
  dissertation, thesis, final project, research project > project
  degree, master, msc, bachelor, postgraduate, graduate, award > program
  program, programme, curriculum, degree course > diploma, certificate
  course, class, module, unit, subject
  certificate, diploma, qualification, award
  credit, point, ects, cats > module, course
  transcript, record of study, proof of study, confirmation letter > certificate, record
  teacher, lecturer, tutor, professor, instructor, teaching staff, taught by, who teaches, trainer > teach, staff
  teach, lead, run, instruct, give
  staff, employee, personnel, people, team
  student, learner, pupil, participant
  supervisor, adviser, advisor, mentor, personal tutor, coach > tutor
  registrar, registry, student office, admissions office, student services > office
  boss, head, director, principal, in charge, run by, president, rector, dean, leader, manager > lead
  contact, reach, get in touch, write to, speak to, talk to, ask > email, telephone, phone
  phone, telephone, ring, call, mobile > number, contact
  email, e-mail, mail, write, message > address
  address, location, where is, situated, find you > postcode, place, building
  directions, get there, getting there, travel, reach, route > train, bus, road, park, walk
  bus, train, public transport, coach, rail, station, transport
  car, drive, driving, park, parking, vehicle, lift, minibus
  bicycle, bike, cycle, cycling
  accommodation, housing, place to stay, stay overnight, sleep, hostel, dorm, dormitory, halls, lodging, room, bed > rent
  food, eat, canteen, cafe, lunch, meal, kitchen, coffee, snack, dinner, drink
  building, house, campus, site, premises
  classroom, room, lecture hall, lab, laboratory
  laboratory, lab
  library, book, reading room
  book, textbook, volume, literature > library, reading
  book, reserve, booking, reservation, reserved
  renew, extend, keep longer
  return, bring back, give back, bringing it back
  opening hours, open, close, closed, hours, opening times, what time
  term, semester, trimester, quarter, academic year, session
  term dates, calendar, timetable, schedule > date, week, term
  start, begin, first day, commence, beginning, kick off
  end, finish, last day, over, conclude
  holiday, vacation, break, half-term, time off, bank holiday
  absence, absent, miss, missed, attend, attendance, not come, away
  attend, attendance, come, present, compulsory, mandatory
  compulsory, mandatory, required, obligatory, must, have to > need
  optional, elective, voluntary, choose, choice
  part-time, part time, full-time, full time, evening, weekend, alongside work, work full time, while working
  online, remote, remotely, distance, from home, virtual, at a distance, internet
  in person, on site, on-site, face to face, on campus, attend
  duration, length, how long > week, month, year, last, take
  how often > every, weekly, day, week
  workload, hours a week, time needed, how many hours > hour, week
  level, difficulty, hard, difficult, advanced, beginner
  beginner, no experience, novice, new to, introduction, introductory, basic, start from scratch
  prior learning, previous study, experience, recognition, credit transfer, transfer, exemption, count towards, already studied
  international, overseas, abroad, foreign, visa, immigration
  language, english, ielts, toefl
  age, old, minimum age, under 18, young, minor
  interview, selection, decide, decision, choose
  place, spot, vacancy, seat
  full, waiting list, wait list, no places left
  change, swap, switch, move, transfer, amend, alter, modify
  withdraw, leave, drop out, quit, cancel, pull out, drop, give up, stop, unsubscribe
  pause, interrupt, suspend, defer, postpone, take a break, time out, put off, gap
  ill, sick, illness, unwell, sickness, fall ill, flu, poorly, health > doctor, absence
  doctor, gp, medical, nurse, physician, clinic, hospital > health
  emergency, accident, first aid, ambulance, urgent, 999, injury, injured, hurt, injure
  fire, alarm, evacuate, evacuation
  danger, dangerous, risk, hazard, safe, safety, unsafe, risky
  alone, on my own, by myself, lone, solo, unaccompanied
  disability, disabled, impairment, wheelchair, accessible, accessibility, access, dyslexia, dyslexic, special needs, adjustment, step-free, deaf, blind > support
  support, help, assistance, advice, guidance, aid, assist
  mental health, stress, stressed, anxiety, anxious, depressed, depression, counselling, counsellor, wellbeing, mind, overwhelmed, struggling, lonely
  pregnant, pregnancy, maternity, parent, child, baby, childcare, family, carer, caring
  harassment, bullying, bully, harass, discrimination, abuse, violence, assault, threatened
  equal, equality, diversity, inclusion, discrimination, respect
  privacy, personal data, data protection, gdpr, personal information, information about me
  data, information, dataset, record
  delete, erase, remove, deletion, removed
  keep, store, retain, retention, hold, kept, stored
  cookie, track, tracking, analytics
  confidential, in confidence, private, secret, between us
  password, login, log in, sign in, account, username, credentials, locked out
  computer, laptop, it, device, pc, machine
  software, program, application, licence, install, package
  wifi, wi-fi, internet, network, wireless, connection
  print, printer, printing, copier, photocopy, scan
  website, site, page, web
  broken, damaged, defect, faulty, out of order, break, damage
  lost, lose, missing, misplaced, stolen, find
  replace, replacement, new one, renewal
  card, id, identity card, badge, student card, pass
  number, id, code
  name, surname, rename
  equipment, gear, kit, tool, instrument, device
  clothes, clothing, wear, dress, boots, outfit, shoes, coat, waterproofs, footwear
  bring, pack, take with, carry
  weather, rain, storm, cold, snow, wind, heat
  trip, excursion, outing, field work, fieldwork, field trip, field day, visit, expedition
  outdoors, outside, in the field, field
  group, team, together, collaborate, others, classmates, peers
  work placement, placement, internship, work experience, traineeship
  job, career, employment, work, profession, vacancy, after graduating, prospects
  alumni, former student, graduates
  ceremony, graduation, commencement
  prepare, preparation, before starting, beforehand, in advance, ready
  recommended, recommend, advise, suggest, reading list, recommended reading
  learn, study, cover, content, topic, syllabus, about, taught, outcome
  goal, aim, outcome, learning outcome, able to do, objective
  history, founded, established, set up, founder, begin, how old
  news, announcement, latest, update, recent
  newsletter, mailing list, subscribe, emails, bulletin
  rule, regulation, policy, conduct, code, terms, law
  forbidden, banned, prohibited, not allowed, never, must not
  permission, allow, allowed, permit, permitted, may i, ok to
  alcohol, smoke, smoking, drugs, vape
  dog, pet, animal
  phone use, mobile phone, recording, record, film, photograph, photo, picture, camera
  video, film, recording, watch, lecture recording
  map, chart, mapping, cartography
  research, study, investigation, science
  buy, purchase, order, shop
  mistake, error, wrong, incorrect, problem, something went wrong
  fix, repair, mend, correct, put right
  rights, entitled, entitlement
  proof, evidence, document, documentation, certificate
  form, application form, questionnaire
  reason, excuse, grounds, circumstances, mitigating
  size, big, large, how many, number of
  small, few, little
  maximum, limit, most, at most, cap
  minimum, least, at least
  difference, differ, compare, different, versus
  environment, green, sustainable, climate, carbon
  plant, tree, vegetation, wood
  farm, farming, agriculture, agricultural, farmer
  flood, flooding, high water
  river, stream, water, beck
  soil, ground, earth, land
  marsh, wetland, bog, peat, mire, moor, peatland
  peer review, reviewer, referee
  wash, clean, disinfect, cleaning
  childcare, nursery, creche
  meeting, hold, meet, session
  guest, visitor, visit, open day, look round, tour, see the place, open event
  employer, company, business, sponsor
  organisation, institute, university, college, school, institution, organization
  ethics, ethical, consent
  publish, publication, journal, article
  copyright, licence, reuse, intellectual property
`;
