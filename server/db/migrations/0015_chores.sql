CREATE TABLE "chores" (
	"name" text PRIMARY KEY NOT NULL,
	"day" date NOT NULL,
	"done_at" timestamp (3) with time zone NOT NULL
);
