/**
 * Prompts that a person's stores should have no answer to: small talk of coding sessions, general questions of the trade, and
 * tasks from fields that few have in their notes. Controls for calibrate where there are no transcripts of other projects.
 */
export const NEGATIVE_PROMPTS: readonly string[] = `
hi, can you help me with something?
thanks, that looks good to me
yes please go ahead and do that
no, undo the last change
ok continue
what do you think about this approach?
can you explain that in simpler terms?
please summarize what you just did
write a better name for this variable
why is this function so long?
refactor this into smaller functions
add comments to the code above
run the tests again and show me only the failures
fix all the lint warnings in this file
rename foo to bar everywhere
is there a simpler way to write this loop?
convert this callback code to async await
what does this regular expression match?
make the error message friendlier
extract this block into its own module
add type annotations to this function
how do I center a div with flexbox?
explain the difference between let and const
what is a closure in javascript?
how does the event loop handle microtasks and macrotasks?
show me an example of the visitor pattern in java
what is the time complexity of quicksort in the worst case?
implement binary search over a sorted array
reverse a linked list in place
write a function that checks whether a string is a palindrome
how can I flatten a nested array in python?
what is the difference between a tuple and a list?
how do I read a csv file with pandas and drop empty rows?
plot a histogram of the column with matplotlib
explain monads as if I were five
what are lifetimes in rust good for?
when should I use an interface instead of an abstract class?
give me a one liner to count words in a text file
how do I exit vim?
write a bash script that renames all jpeg files to jpg
how do I squash my last three commits?
what is the difference between merge and rebase?
resolve this merge conflict for me
undo a git reset --hard
create a pull request description for these changes
write a commit message for the staged changes
how do I see which process listens on port 8080?
why does my docker build not use the layer cache?
what does chmod 755 mean?
show me how to use awk to sum the third column
how do I mock a date in jest?
write parametrized pytest cases for this parser
what is the difference between unit tests and integration tests?
generate some fake data for testing
how do I debug a segmentation fault with gdb?
explain what a race condition is
why is my while loop infinite?
what is tail call optimization?
write a makefile for a small c program
how do I format numbers with thousands separators?
convert this json into a typescript type
translate this sql query into mongodb aggregation
what does left outer join do?
explain database normalization up to third normal form
how do I write a recursive common table expression?
make the table responsive on small screens
add a dark theme toggle to the navbar
change the button color to teal
the tooltip overlaps with the dropdown, fix the z-index
animate the sidebar when it slides in
how do I lazy load images in a gallery?
draw a circle on an html canvas
build a todo list app with vue and local storage
create a countdown timer component in svelte
what is the virtual dom?
how do hooks differ from class components?
write a chess engine that evaluates positions with minimax
generate a maze with depth first search and render it as ascii
simulate a flock of birds with boids
implement conway's game of life on a torus
render a mandelbrot set with webgl shaders
write a ray tracer that supports reflections
add collision detection between the spaceship and asteroids
make the platformer character double jump
design a loot table with weighted rarity
balance the damage curve of the sword and the bow
create a dialogue tree for the blacksmith npc
export the blender mesh as gltf with baked textures
rig the horse model for a gallop animation
synthesize a kick drum with a sine sweep
transpose this melody into f sharp minor
write a midi arpeggiator with swing
normalize the loudness of these podcast episodes
remove background noise from an interview recording
detect the tempo of an audio file
stitch these photos into a panorama
segment lungs in ct scans with a u-net
classify bird songs from spectrograms
estimate the pose of a dancer in a video
count the cars on a motorway camera
train a tiny language model on shakespeare
what learning rate should I use for fine tuning a vision transformer?
explain attention heads to a biologist
cluster customer reviews by sentiment
forecast electricity demand with prophet
detect fraud in insurance claims with isolation forests
optimize the layout of a wind farm
compute the orbit of a satellite from two line elements
plan a trajectory to mars with a gravity assist
tune the pid controller of a quadcopter
read temperature from a ds18b20 sensor with an arduino
drive a stepper motor from a raspberry pi pico
decode can bus frames of a tractor
flash the firmware of a smart thermostat over the air
write a bootloader for an stm32
design a pcb footprint for a usb c connector
solder bridges on the ground plane, what now?
simulate an rlc circuit in spice
calculate the bending moment of a cantilever beam
mesh a turbine blade for finite element analysis
model the spread of measles with sir equations
align dna reads against the human genome
call variants from exome sequencing with gatk
fold a protein with alphafold and show the confidence
dock a ligand into the kinase pocket
annotate cell types in a single cell experiment
compute the melting temperature of a primer
balance this chemical equation: iron and oxygen
derive the wave function of a particle in a box
prove that the square root of two is irrational
solve this system of linear equations with gaussian elimination
what is an eigenvector, intuitively?
integrate x squared times e to the x
explain bayes theorem with a medical test
how many ways can eight queens be placed on a board?
convert roman numerals to integers
compute the greatest common divisor recursively
generate all permutations of a string
solve the knapsack problem with dynamic programming
find the longest common subsequence of two strings
implement dijkstra with a priority queue
balance a red black tree after deletion
explain the raft consensus algorithm with a drawing
how does tcp congestion control react to packet loss?
what happens when I type a url into the browser?
explain public key cryptography to my grandmother
how does a bloom filter work?
what is the cap theorem?
compare kafka with rabbitmq for a beginner
set up wireguard between two home routers
configure a minecraft server with forge mods
write an ansible playbook that installs postfix
harden sshd on a debian box
set up raid 6 with mdadm and a hot spare
why does my printer not show up in cups?
migrate a wordpress blog to hugo
import old blogspot posts with comments
build a static site for a bakery with opening hours
make an rss feed for the church newsletter
write a discord bot that rolls dice
scrape the train timetable of the regional railway
send a telegram message when the cat flap opens
control philips hue lamps from a script
show the bus departures on an e-ink display
read the energy meter through its infrared port
log my heart rate from a garmin watch
convert gpx tracks into a heat map
calculate the elevation gain of a hike
find the shortest bicycle route that avoids hills
render openstreetmap tiles for a paper map
geocode a list of restaurants in lisbon
predict the tide at a harbour
parse metar weather reports for pilots
draw the night sky above reykjavik
compute sunrise and sunset for a latitude
plan the crop rotation for four vegetable beds
track vaccinations of a goat herd
schedule volunteers for a music festival
print badges with qr codes for a conference
allocate students to dormitory rooms
generate a round robin schedule for a volleyball league
compute elo ratings for table tennis players
score a bowling game
shuffle a deck and deal poker hands
calculate the probability of a full house
write a sudoku solver with constraint propagation
make a crossword from a list of words
hyphenate german compound nouns
count syllables in an english poem
write a limerick about a compiler
suggest a name for a hamster
translate this recipe into portuguese
convert cups and ounces into grams
plan a vegetarian dinner for six
what should I pack for a week in norway?
draft a polite reply to a landlord
write a cover letter for a junior developer
prepare me for a system design interview
what salary should I ask for in amsterdam?
make a slide deck about photosynthesis
summarize the plot of moby dick
who won the world cup in 1998?
explain compound interest with an example
compute the monthly rate of a mortgage
amortize a car loan over five years
calculate vat for an invoice to switzerland
reconcile a bank statement in camt format
parse swift mt940 messages
price a european call option with black scholes
rebalance a portfolio of index funds
backtest a moving average crossover
issue refunds for cancelled concert tickets
print shipping labels for parcels to norway
optimize the route of twelve delivery vans
predict when a forklift needs maintenance
track pallets in a warehouse with rfid
plan shifts for nurses with fairness constraints
triage emergency calls by symptoms
extract the dosage from a prescription
anonymize patient records under hipaa
dictate a discharge letter for a cardiology ward
generate case citations in bluebook style
redact names from court decisions
compare two versions of a rental contract
check a tender for missing signatures
file a patent claim for a folding umbrella
design a survey about commuting habits
weight poll results by age and region
draw electoral districts with equal population
count ballots with the single transferable vote
model traffic lights at a roundabout
simulate an evacuation of a stadium
estimate the rainfall runoff of a parking lot
design a staircase that meets the building code
calculate the heat loss of an old farmhouse
nest sheet metal parts to reduce waste
slice an stl model for resin printing
generate g-code for a wooden sign
knit a sweater pattern for size large
lay out a quilt with half square triangles
mix paint to match a ral color
develop black and white film at 22 degrees
age a red wine in oak barrels
schedule irrigation for a vineyard
brew a stout with an original gravity of 1.065
roast coffee beans to second crack
calibrate an espresso grinder
train for a half marathon in twelve weeks
stretching routine for climbers
teach a border collie to fetch
identify a mushroom with white gills
repot an orchid without hurting its roots
tune a violin by ear
learn the cyrillic alphabet in a weekend
memorize the kings of england
explain offside in football
what are the rules of curling?
kannst du mir kurz helfen?
danke, das passt so
mach bitte weiter
erkläre mir den Unterschied zwischen Stack und Heap
schreibe einen Unittest für diese Funktion
warum kompiliert das nicht?
räum die Importe in dieser Datei auf
wie zentriere ich Text in CSS?
berechne die Fläche eines Dreiecks aus drei Seiten
plane einen Stundenplan für eine Grundschule
sortiere die Bücher einer Bibliothek nach Signatur
werte Messdaten einer Wetterstation aus
zeichne einen Stammbaum aus einer GEDCOM-Datei
baue ein Quiz über Hauptstädte
wie bringe ich einem Roboter das Fegen bei?
schreibe ein Gedicht über den Herbst
rechne Kalorien in Kilojoule um
explique-moi la différence entre une pile et une file
merci, c'est parfait
continue s'il te plaît
pourquoi ce test échoue-t-il une fois sur deux ?
renomme cette variable partout
écris une fonction qui inverse une chaîne
comment aligner deux colonnes avec une grille ?
calcule la trajectoire d'un boulet de canon
planifie les rotations d'une équipe de pompiers
traduis ce menu de restaurant en anglais
analyse les votes d'un conseil municipal
dessine une carte des vignobles de Bourgogne
prépare un horaire de train pour un réseau miniature
gracias, eso funciona
sigue con el siguiente paso
¿por qué no compila este archivo?
explica qué es la recursividad con un ejemplo
escribe una función que cuente vocales
cambia el color del encabezado
calcula la cosecha de un olivar
organiza el inventario de una farmacia
predice el precio del café en la bolsa
diseña un horario para una escuela de baile
simula una colonia de hormigas
traduce este poema de Neruda
obrigado, ficou ótimo
pode continuar
explica o que é uma lista ligada
escreve um teste para esta classe
calcula as marés no porto de Aveiro
organiza um campeonato de xadrez
gera um horário para motoristas de autocarro
grazie, va bene così
spiega come funziona un indice in un database
scrivi una funzione che ordina le parole
calcola le calorie di una ricetta di lasagne
pianifica i turni dei bagnini
disegna una mappa dei sentieri delle Dolomiti
bedankt, ga maar door
leg uit wat een closure is
schrijf een test voor deze functie
bereken de waterstand achter de dijk
maak een rooster voor de roeivereniging
tack, det ser bra ut
förklara skillnaden mellan en array och en lista
räkna ut hur mycket färg en vägg behöver
dziękuję, kontynuuj
wyjaśnij czym jest wskaźnik w c
napisz funkcję, która liczy samogłoski
oblicz drogę hamowania tramwaju
спасибо, всё хорошо
продолжай, пожалуйста
объясни, что такое замыкание
напиши функцию, которая переворачивает строку
почему этот тест падает?
рассчитай орбиту спутника
составь расписание для музыкальной школы
ありがとう、それで大丈夫です
続けてください
この関数を短くしてください
クロージャとは何ですか
将棋の棋譜を解析するプログラムを書いて
電車の時刻表を表示するアプリを作りたい
谢谢，看起来不错
请继续
解释一下递归是什么
写一个函数统计元音字母
用蒙特卡洛方法估计圆周率
设计一个围棋对局的记谱格式
고마워, 계속해줘
재귀가 무엇인지 설명해줘
이 함수를 더 짧게 만들어줘
지하철 노선도를 그리는 프로그램을 만들어줘
teşekkürler, devam et
kapanış kavramını örnekle açıkla
cảm ơn, tiếp tục đi
giải thích đệ quy là gì
`
  .trim()
  .split("\n");
