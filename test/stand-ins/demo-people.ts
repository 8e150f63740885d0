/** Fictional people with many kinds of names. */
export const people: readonly (readonly [givenName: string, familyName: string, address: string])[] = [
  ['Ana', 'Ng', 'ana.ng@student.larkmoor.example'],
  ['Oluwaseun', 'Adeyemi-Hart', 'o.adeyemi@student.larkmoor.example'],
  ['Eilidh', 'MacGregor', 'eilidh@macgregor.example'],
  ['Tomasz', 'Wieczorek', 't.wieczorek@poczta.example'],
  ['سارة', 'الحداد', 'sara.haddad@student.larkmoor.example'],
  ['小雨', '林', 'xiaoyu.lin@student.larkmoor.example'],
  ['Zoë', 'Márquez de la Fuente', 'zoe.marquez@correo.example'],
  ['Hamish', 'Dunnett', 'hamish.dunnett@farm.example'],
  ['Priya', 'Raghunathan', 'priya.r@student.larkmoor.example'],
  ['Saoirse', 'O’Brien', 'saoirse.obrien@student.larkmoor.example'],
  ['Jean-Baptiste', 'Lefèvre', 'jb.lefevre@courrier.example'],
  ['Ifeoma', 'Okonkwo', 'ifeoma.okonkwo@student.larkmoor.example'],
  ['Lars', 'Ødegaard', 'lars@odegaard.example'],
  ['Мария', 'Соколова', 'maria.sokolova@student.larkmoor.example'],
  ['Gwenllian', 'Pritchard', 'gwen.pritchard@student.larkmoor.example'],
  ['Yusuf', 'Demir', 'yusuf.demir@student.larkmoor.example'],
  ['Charlotte', 'Featherstonehaugh-Cholmondeley', 'c.featherstonehaugh@estate.example'],
  ['Kwame', 'Mensah', 'kwame.mensah@student.larkmoor.example'],
  ['Bronagh', 'Kelly', 'bronagh.kelly@student.larkmoor.example'],
  ['Ravi', 'Patel', 'ravi.patel@water.example'],
];

export const notes: readonly string[] = [
  'I use a wheelchair. Could the field days at Harrow Moss be reached by the track from the south?',
  'I took the first half of this at another college in 2024; the transcript comes by post.',
  'Is it possible to pay in two parts?',
  'I work on Mondays until noon and can be there from one o’clock.\nIf that is too late I would rather wait for the summer term.',
  'أحتاج إلى موعد لمناقشة المتطلبات السابقة قبل بداية الفصل.',
];

export const interests: readonly (readonly string[])[] = [
  ['New courses and terms'],
  ['Field days and open events', 'Research'],
  ['Grants and bursaries'],
  [],
];

/** Normalised searches without results, the most frequent first. */
export const searches: readonly string[] = [
  'car park permit',
  'wifi password',
  'ordnance survey licence',
  'canteen menu',
  'bus from hexham',
  'eel pass',
  'transcript of record',
  'صيد السمك',
  'horse riding',
];

export const questions: readonly string[] = [
  'can i bring my dog on field days',
  'is there a crèche',
  'do you accept credits from the open university',
  'what happens if it snows on the day of a field trip',
  'who owns the weir',
];
